// A command for tests that takes frames as bytes behind its messages, and says what they are.
interface Frame {
  readonly atSeconds: number;
  readonly data: { readonly at: number; readonly bytes: number };
}

interface Message {
  readonly type: string;
  readonly id?: number;
  readonly frames?: readonly Frame[];
  readonly asks?: readonly { readonly id: number; readonly frames?: readonly Frame[] }[];
  readonly attached?: number;
}

const say = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`);
const speaks = process.env.BRIDGE_SPEAKS ?? "encoder";
/** Pixels in place of encoded pictures. */
const wanted = process.env.BRIDGE_PIXELS
  ? { pixels: JSON.parse(process.env.BRIDGE_PIXELS) as unknown, frames: 3 }
  : {};
let rest = Buffer.alloc(0);

for await (const chunk of process.stdin) {
  rest = Buffer.concat([rest, chunk as Buffer]);
  for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
    const message = JSON.parse(rest.subarray(0, end).toString()) as Message;
    const size = message.attached ?? 0;
    if (rest.length < end + 1 + size) break;
    take(message, rest.subarray(end + 1, end + 1 + size));
    rest = rest.subarray(end + 1 + size);
  }
}

function take({ type, id, asks = [], frames = [] }: Message, attached: Buffer): void {
  const bytesOf = ({ data: { at, bytes } }: Frame) => [...attached.subarray(at, at + bytes)];
  if (type === "hello")
    say({ type: "ready", protocol: 1, speaks, batchSize: 4, attachments: true, ...wanted });
  for (const ask of asks)
    say({ type: "answer", id: ask.id, embedding: [0, ...(ask.frames ?? []).flatMap(bytesOf)] });
  if (type === "step") say({ type: "answer", id, say: frames.flatMap(bytesOf).join(" ") });
  if (type === "bye") process.exit(0);
}
