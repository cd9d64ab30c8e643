import type { Asked, HeaderList } from "./remote-store.ts";

export interface SigningKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  readonly region: string;
}

/** Headers with a signature (AWS Signature Version 4, which Google's storage takes too). */
export async function signedHeaders(
  { method, url, headers }: Asked & { readonly url: string },
  { accessKeyId, secretAccessKey, sessionToken, region }: SigningKeys,
): Promise<HeaderList> {
  const { AwsV4Signer } = await import("aws4fetch");
  // Only those are signed that must be: `fetch` and proxies change others, such as accept-encoding.
  const own = Object.entries(headers).filter(([name]) => name.startsWith("x-amz-"));
  const signer = new AwsV4Signer({
    ...{ method, url, accessKeyId, secretAccessKey, region, service: "s3" },
    headers: Object.fromEntries(own),
    ...(sessionToken === undefined ? {} : { sessionToken }),
  });
  return { ...headers, ...Object.fromEntries((await signer.sign()).headers) };
}
