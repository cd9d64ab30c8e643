/** A name that nothing else has. `crypto.randomUUID` is missing on pages without encryption. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
