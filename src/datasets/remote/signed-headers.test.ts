import { afterEach, expect, it, vi } from "vitest";
import { signatureProblem } from "../../../test/support/object-server.ts";
import { signedHeaders } from "./signed-headers.ts";

afterEach(() => vi.useRealTimers());

/** The example keys of Amazon's documentation of signatures. */
const keys = {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
};
const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const host = "examplebucket.s3.amazonaws.com";

it.each([
  ["?lifecycle", "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"],
  ["?max-keys=2&prefix=J", "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"],
])("signs as Amazon's published example of %s", async (query, expected) => {
  vi.useFakeTimers({ now: Date.UTC(2013, 4, 24) });
  const headers = await signedHeaders(
    { method: "GET", url: `https://${host}/${query}`, headers: { "x-amz-content-sha256": empty } },
    keys,
  );
  expect(headers.authorization).toMatch(new RegExp(`Signature=${expected}$`));
});

it("is checked in these tests by what agrees with Amazon's published example of an object", () => {
  const request = (signature: string) => ({
    method: "GET",
    url: "/test.txt",
    headers: {
      host,
      range: "bytes=0-9",
      "x-amz-content-sha256": empty,
      "x-amz-date": "20130524T000000Z",
      authorization: `AWS4-HMAC-SHA256 Credential=${keys.accessKeyId}/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=${signature}`,
    },
  });
  const key = { id: keys.accessKeyId, secret: keys.secretAccessKey, region: "us-east-1" };
  const right = "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41";
  expect(signatureProblem(request(right), key)).toBe(undefined);
  expect(signatureProblem(request(right.replace("f", "0")), key)).toBe("SignatureDoesNotMatch");
});
