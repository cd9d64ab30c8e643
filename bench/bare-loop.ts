import { Pool } from "undici";

/**
 * As many questions, as many at a time, over connections that are kept, and nothing else: no log, no cache, no limits, no scores. What is missing to the
 * ideal here, nobody can reach on this machine. Takes the port, the number of questions and how many are under way at once.
 */
const [port, count, concurrency] = process.argv.slice(2).map(Number) as [number, number, number];
const pool = new Pool(`http://127.0.0.1:${port}`, { connections: concurrency });
let next = 0;

async function askOn(): Promise<void> {
  while (next < count) {
    const content = `What happens at moment ${next++} of the recording?\nA. it starts\nB. it stops\nC. it turns\nD. nothing\nReply with the letter.`;
    const body = JSON.stringify({ model: "bench", temperature: 0, max_tokens: 16, messages: [{ role: "user", content }] });
    const headers = { "content-type": "application/json" };
    const reply = await pool.request({ path: "/v1/chat/completions", method: "POST", headers, body });
    await reply.body.json();
  }
}

await Promise.all(Array.from({ length: concurrency }, askOn));
await pool.close();
