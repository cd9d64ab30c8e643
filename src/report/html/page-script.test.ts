import { expect, it } from "vitest";
import { pageScript, pageScriptHash } from "./page-script.ts";

it("is the script that the policy of the page allows", async () => {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(pageScript));
  expect(pageScriptHash).toBe(`sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`);
});
