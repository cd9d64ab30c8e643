/** A small picture of an encoded one, as a data address. */
export async function thumbnail(bytes: Uint8Array, longestSide: number): Promise<string> {
  const { default: sharp } = await import("sharp");
  const small = await sharp(bytes)
    .resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true })
    .jpeg({ quality: 70 })
    .toBuffer();
  return `data:image/jpeg;base64,${small.toString("base64")}`;
}
