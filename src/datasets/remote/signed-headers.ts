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
  const signer = new AwsV4Signer({
    ...{ method, url, headers, accessKeyId, secretAccessKey, region, service: "s3" },
    ...(sessionToken === undefined ? {} : { sessionToken }),
  });
  return Object.fromEntries((await signer.sign()).headers);
}
