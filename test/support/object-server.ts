import { createHash, createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a path does wrong, so often. */
interface ObjectTrouble {
  readonly kind: "cut" | "busy" | "no-head" | "stall";
  times: number;
  /** Of a cut: so many bytes come. */
  readonly bytes?: number;
  /** Called when it is met. */
  met?(): void;
}

interface Refused {
  readonly status: number;
  readonly code: string;
  /** The region that the bucket is in. */
  readonly region?: string;
}

interface StoredObject {
  readonly body: Buffer;
  /** `null`: none; else as given, quotes and all. */
  readonly etag: string | null;
}

interface AskedObject {
  readonly method: string;
  readonly path: string;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  readonly authorization: string | undefined;
}

export interface ObjectServer extends AsyncDisposable {
  readonly url: string;
  /** By path, without the slash in front. */
  readonly objects: Map<string, StoredObject>;
  readonly asked: AskedObject[];
  readonly troubles: Map<string, ObjectTrouble>;
  /** Most bodies that were on their way at once. */
  mostAtOnce(): number;
  put(path: string, body: Buffer | string, etag?: string | null): void;
}

export interface ObjectServerOptions {
  /** Refuses a request as S3 does, by a status and the name of the mistake. */
  guard?(request: IncomingMessage): Refused | undefined;
  readonly sendsRanges?: boolean;
  /** Ranges are sent whatever `If-Range` says, as some servers do. */
  readonly ignoresIfRange?: boolean;
  /** Milliseconds before each body. */
  readonly delayMs?: number;
}

/** A web server of objects with ranges and ETags, which can be told to misbehave. */
export async function objectServer(options: ObjectServerOptions = {}): Promise<ObjectServer> {
  const objects = new Map<string, StoredObject>();
  const asked: AskedObject[] = [];
  const troubles = new Map<string, ObjectTrouble>();
  const bodies = { now: 0, most: 0 };
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? "/").slice(1).split("?")[0]!);
    const { range, "if-range": ifRange, authorization } = request.headers;
    asked.push({
      method: request.method ?? "",
      path,
      range,
      ifRange: typeof ifRange === "string" ? ifRange : undefined,
      authorization,
    });
    answer({ request, response, path, object: objects.get(path), troubles, bodies, options });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    asked,
    troubles,
    mostAtOnce: () => bodies.most,
    put(path, body, etag) {
      const bytes = Buffer.from(body as string);
      const md5 = createHash("md5").update(bytes).digest("hex");
      objects.set(path, { body: bytes, etag: etag === undefined ? `"${md5}"` : etag });
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly object: StoredObject | undefined;
  readonly troubles: Map<string, ObjectTrouble>;
  readonly bodies: { now: number; most: number };
  readonly options: ObjectServerOptions;
}

function answer(exchange: Exchange): void {
  const { request, response, path, object, troubles, options } = exchange;
  const trouble = troubles.get(path);
  const isHead = request.method === "HEAD";
  const isMet = trouble && trouble.times > 0 && (trouble.kind === "no-head") === isHead;
  if (isMet) trouble.times--;
  const refused: Refused | undefined =
    options.guard?.(request) ??
    (object ? undefined : { status: 404, code: "NoSuchKey" }) ??
    (isMet && trouble.kind === "no-head" ? { status: 403, code: "AccessDenied" } : undefined) ??
    (isMet && trouble.kind === "busy" ? { status: 503, code: "SlowDown" } : undefined);
  if (refused || !object) {
    refuse(exchange, refused ?? { status: 404, code: "NoSuchKey" });
    return;
  }
  const { body, etag } = object;
  const { range, "if-range": ifRange } = request.headers;
  const from = Number(/^bytes=(\d+)-/.exec(range ?? "")?.[1] ?? Number.NaN);
  const isSame = ifRange === undefined || ifRange === etag || options.ignoresIfRange === true;
  const isPart = !Number.isNaN(from) && isSame && options.sendsRanges !== false;
  const to = Number(/-(\d+)$/.exec(range ?? "")?.[1] ?? body.length - 1);
  const part = isPart ? body.subarray(from, to + 1) : body;
  if (etag !== null) response.setHeader("etag", etag);
  response.setHeader("content-length", part.length);
  if (isPart) response.setHeader("content-range", `bytes ${from}-${to}/${body.length}`);
  response.writeHead(isPart ? 206 : 200);
  if (isHead) {
    response.end();
    return;
  }
  const cut = isMet && trouble.kind === "cut" ? part.subarray(0, trouble.bytes) : undefined;
  if (isMet) trouble.met?.();
  void send(exchange, cut ?? part, cut !== undefined, isMet && trouble.kind === "stall");
}

async function send(
  { response, bodies, options }: Exchange,
  bytes: Buffer,
  breaks: boolean,
  stalls: boolean | undefined,
): Promise<void> {
  bodies.now++;
  bodies.most = Math.max(bodies.most, bodies.now);
  response.write(bytes.subarray(0, bytes.length / 2));
  if (options.delayMs) await new Promise((resolve) => setTimeout(resolve, options.delayMs));
  if (stalls) return;
  bodies.now--;
  response.write(bytes.subarray(bytes.length / 2), () =>
    // What was written is to arrive before the connection breaks.
    breaks ? setTimeout(() => response.destroy(), 250) : response.end(),
  );
}

function refuse({ request, response }: Exchange, { status, code, region }: Refused): void {
  const { headers } = request;
  // As S3 does, the answer repeats what was sent.
  const repeated = `${headers.authorization ?? ""} ${headers["x-amz-security-token"] ?? ""}`;
  if (region !== undefined) response.setHeader("x-amz-bucket-region", region);
  response.writeHead(status, { "content-type": "application/xml" });
  response.end(
    request.method === "HEAD"
      ? undefined
      : `<?xml version="1.0"?><Error><Code>${code}</Code><StringToSign>${repeated}</StringToSign><RequestId>${randomUUID()}</RequestId></Error>`,
  );
}

export interface SigningKey {
  readonly id: string;
  readonly secret: string;
  readonly token?: string;
  readonly region: string;
}

/**
 * Checks an AWS Signature Version 4 from the bytes of the request alone, as its specification says,
 * without the library that signs; says which mistake S3 would name.
 */
export function signatureProblem(
  { method, url, headers }: Pick<IncomingMessage, "method" | "url" | "headers">,
  key: SigningKey,
): string | undefined {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? "",
    );
  if (!given) return "AccessDenied";
  const [, id, date, region, signed = "", signature] = given;
  if (id !== key.id) return "InvalidAccessKeyId";
  if (region !== key.region) return "AuthorizationHeaderMalformed";
  if (headers["x-amz-security-token"] !== key.token) return "InvalidToken";
  const names = signed.split(";");
  if (!names.includes("host") || !names.includes("x-amz-date")) return "AccessDenied";
  const [path = "", query = ""] = (url ?? "").split("?");
  const canonical = [
    method,
    path,
    query,
    ...names.map((name) => `${name}:${String(headers[name]).trim().replace(/\s+/g, " ")}`),
    "",
    signed,
    String(headers["x-amz-content-sha256"]),
  ].join("\n");
  const hashed = createHash("sha256").update(canonical).digest("hex");
  const scope = `${date}/${region}/s3/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, hashed].join("\n");
  const signing = [date, region, "s3", "aws4_request"].reduce(
    (secret: Buffer | string, part) =>
      createHmac("sha256", secret)
        .update(part ?? "")
        .digest(),
    `AWS4${key.secret}`,
  );
  const expected = createHmac("sha256", signing).update(toSign).digest("hex");
  return expected === signature ? undefined : "SignatureDoesNotMatch";
}
