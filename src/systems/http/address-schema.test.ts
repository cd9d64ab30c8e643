import { describe, expect, it } from "vitest";
import { addressSchema, baseAddressSchema } from "./address-schema.ts";

describe("addresses of servers", () => {
  it.each([
    ["http://localhost:8000/v1", true, true],
    ["https://rag.example/{id}?mode=fast", true, false],
    ["https://rag.example/v1#top", true, false],
    ["http://user:pw@localhost:8000/v1", false, false],
    ["http://user@localhost:8000/v1", false, false],
    ["http://:pw@localhost:8000/v1", false, false],
    ["https://rag.example/@me:you", true, true],
    ["localhost:8000", false, false],
    ["ftp://rag.example", false, false],
    ["", false, false],
  ])("%j: of a service %s, of an interface %s", (text, isAddress, isBase) => {
    expect(addressSchema.safeParse(text).success).toBe(isAddress);
    expect(baseAddressSchema.safeParse(text).success).toBe(isBase);
  });
});
