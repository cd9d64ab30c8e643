import { UserError } from "./user-error.ts";

const units: Readonly<Record<string, number>> = {
  "": 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
};

/**
 * Bytes of a size as people write it: `5GB` and `500 mb` are powers of ten, `5GiB` powers of two, a
 * plain number is bytes.
 */
export function parseByteSize(text: string): number {
  const [, amount, unit] = /^\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*$/i.exec(text) ?? [];
  const factor = units[unit?.toLowerCase() ?? "none"];
  const bytes = Math.round(Number(amount) * (factor ?? Number.NaN));
  if (!Number.isSafeInteger(bytes))
    throw new UserError(`"${text}" is not a size`, "write 500MB, 5GB, 5GiB or a number of bytes");
  return bytes;
}
