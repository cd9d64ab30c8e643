import { z } from "zod";

/**
 * An address of a server. Name and password in it would be left out of requests and stand in the
 * log: they are refused.
 */
export const addressSchema = z
  .url({ protocol: /^https?$/ })
  .refine(
    (text) => !hasCredentials(text),
    `no name or password can stand in an address; write headers: { Authorization: "Basic \${MY_SECRET}" }`,
  );

/** An address that paths are put behind. */
export const baseAddressSchema = addressSchema.refine(
  (text) => !/[?#]/.test(text),
  "no ? or # can stand in it: paths such as /chat/completions are put behind it",
);

/** One server, or several that answer alike. */
export function serversSchema(address: typeof addressSchema) {
  const list = z
    .array(address)
    .min(1)
    .refine(
      (all) => new Set(all.map((one) => one.replace(/\/+$/, ""))).size === all.length,
      "names a server twice",
    );
  return z.union([address, list]);
}

function hasCredentials(text: string): boolean {
  const { username, password } = URL.parse(text) ?? { username: "", password: "" };
  return username !== "" || password !== "";
}
