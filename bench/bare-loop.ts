import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Pool } from "undici";

/**
 * As many questions, as many at a time, over connections that are kept, and nothing else: no log,
 * no cache, no limits, no scores. What is missing to the ideal here, we cannot reach on this
 * machine. Takes the port, the number of questions, how many are under way at once, and optionally
 * a folder of JPEG files. Every request then holds 8 of them, read and encoded once.
 */
const [port, count, concurrency] = process.argv.slice(2).map(Number) as [number, number, number];
const folder = process.argv[5];
const images = (folder === undefined ? [] : readdirSync(folder)).map((name) => ({
  type: "image_url",
  image_url: { url: `data:image/jpeg;base64,${readFileSync(join(folder!, name), "base64")}` },
}));
const pool = new Pool(`http://127.0.0.1:${port}`, { connections: concurrency });
const headers = { "content-type": "application/json" };
let next = 0;

/** Straight from the pool, as our own requests go: its streams would take longer. */
function reply(body: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pool.dispatch(
      { path: "/v1/chat/completions", method: "POST", headers, body },
      {
        onRequestStart: () => undefined,
        onResponseStart: () => undefined,
        onResponseData: (_, chunk) => void chunks.push(chunk),
        onResponseEnd: () => resolve(JSON.parse(Buffer.concat(chunks).toString("utf8"))),
        onResponseError: (_, error) => reject(error),
      },
    );
  });
}

function contentOf(i: number): unknown {
  const text = `What happens at moment ${i} of the recording?\nA. it starts\nB. it stops\nC. it turns\nD. nothing\nReply with the letter.`;
  if (images.length === 0) return text;
  const shown = Array.from({ length: 8 }, (_, j) => images[(i * 8 + j) % images.length]);
  return [...shown, { type: "text", text }];
}

async function askOn(): Promise<void> {
  while (next < count) {
    const content = contentOf(next++);
    await reply(
      JSON.stringify({
        model: "bench",
        temperature: 0,
        max_tokens: 16,
        messages: [{ role: "user", content }],
      }),
    );
  }
}

await Promise.all(Array.from({ length: concurrency }, askOn));
await pool.close();
