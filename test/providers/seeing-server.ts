import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import {
  codePanel,
  digitGlyphs,
  slideColours,
  slideSize,
} from "../../src/cli/commands/doctor/sight-slides.ts";
import { openVideo } from "../../src/media/video/open-video.ts";
import { listening } from "./provider-server.ts";

/** What a server does with the pictures of a request, and what it says of it. */
export interface SeeingServerOptions {
  /** Which pictures reach the model, by their places; all if left out. */
  keep?(places: readonly number[]): readonly number[];
  /**
   * Input tokens, by pictures that came and pictures that were kept; `undefined`: it counts none.
   * 40 and 258 for each kept one if left out.
   */
  bill?(came: number, kept: number): number | undefined;
  /** What the model says of the lines that it read; the lines themselves if left out. */
  say?(lines: readonly string[]): string;
  /** Refuses a request with so many pictures by this status and message. */
  refuse?(came: number): { readonly status: number; readonly message: string } | undefined;
}

export interface SeeingServer extends AsyncDisposable {
  readonly url: string;
  /** Pictures and videos of each request. */
  readonly came: readonly number[];
  readonly bodies: readonly Readonly<Record<string, unknown>>[];
}

interface Body extends Readonly<Record<string, unknown>> {
  readonly messages?: readonly { readonly content: unknown }[];
}

interface Part {
  readonly type: string;
  readonly image_url?: { readonly url: string };
  readonly video_url?: { readonly url: string };
}

/**
 * A chat server that reads codes and colours off the pixels that it is sent, of pictures and of
 * whole videos, one frame a second.
 */
export async function seeingServer(options: SeeingServerOptions = {}): Promise<SeeingServer> {
  const {
    keep = (all) => all,
    bill = (_, kept) => 40 + 258 * kept,
    say = (lines) => lines.join("\n"),
    refuse,
  } = options;
  const came: number[] = [];
  const bodies: Body[] = [];
  const server = createServer(async (request, response) => {
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.method === "GET")
      return reply(200, { object: "list", data: [{ id: "eye", object: "model" }] });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Body;
    const { messages } = body;
    if (!messages) return reply(400, { error: { message: "messages: field required" } });
    const parts = messages.flatMap(({ content }) =>
      Array.isArray(content) ? (content as readonly Part[]) : [],
    );
    const pictures = parts.flatMap(({ image_url }) => image_url?.url ?? []);
    const videos = parts.flatMap(({ video_url }) => video_url?.url ?? []);
    came.push(pictures.length + videos.length);
    bodies.push(body);
    const refused = refuse?.(pictures.length + videos.length);
    if (refused) return reply(refused.status, { error: { message: refused.message } });
    const shown = [
      ...(await Promise.all(pictures.map(pictureOf))),
      ...(await Promise.all(videos.map(secondsOf))).flat(),
    ];
    const kept = keep([...shown.keys()]);
    const lines = kept.map((place) => readSlide(shown[place]!));
    const tokens = bill(shown.length, kept.length);
    const usage =
      tokens === undefined
        ? {}
        : { usage: { prompt_tokens: tokens, completion_tokens: 6 * lines.length } };
    const message = {
      role: "assistant",
      content: say(lines.filter((line, at) => line !== lines[at - 1])) || "none",
    };
    return reply(200, {
      id: "c1",
      model: "eye",
      choices: [{ index: 0, message, finish_reason: "stop" }],
      ...usage,
    });
  });
  await listening(server);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    came,
    bodies,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Picture {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

function bytesOf(url: string): Buffer {
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}

async function pictureOf(url: string): Promise<Picture> {
  const { data, info } = await sharp(bytesOf(url))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function secondsOf(url: string): Promise<readonly Picture[]> {
  const folder = mkdtempSync(join(tmpdir(), "vidimus-eye-"));
  try {
    writeFileSync(join(folder, "video"), bytesOf(url));
    await using video = await openVideo(join(folder, "video"));
    const times = await video.times();
    const indices = [...times.keys()].filter(
      (index) => Math.floor(times[index]!) !== Math.floor(times[index - 1] ?? -1),
    );
    const pictures: Picture[] = [];
    for await (const { rgb, width, height } of video.frames(indices))
      pictures.push({ data: Uint8Array.from(rgb), width, height });
    return pictures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * By the pixels alone: the nearest colour of a corner, and the digit whose bright and dark cells
 * are those of the picture.
 */
function readSlide({ data, width, height }: Picture): string {
  const at = (x: number, y: number) => {
    const [column, row] = [
      Math.floor((x / slideSize.width) * width),
      Math.floor((y / slideSize.height) * height),
    ];
    return [0, 1, 2].map((channel) => data[3 * (row * width + column) + channel]!);
  };
  const corner = at(10, 10);
  const distance = (rgb: readonly number[]) =>
    rgb.reduce((sum, value, channel) => sum + (value - corner[channel]!) ** 2, 0);
  const colour = Object.entries(slideColours).toSorted(
    ([, a], [, b]) => distance(a) - distance(b),
  )[0]![0];
  const { left, top, cell, digitStep } = codePanel;
  const digits = [0, 1, 2, 3].map((place) => {
    const isBright = (row: number, column: number) =>
      at(left + place * digitStep + (column + 0.5) * cell, top + (row + 0.5) * cell)[1]! > 128;
    return digitGlyphs.findIndex((glyph) =>
      glyph.every((line, row) =>
        [...line].every((mark, column) => isBright(row, column) === (mark === "#")),
      ),
    );
  });
  return `${digits.join("")} ${colour}`;
}
