import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { storageSizes } from "./storage-sizes.ts";
import { videoHours } from "./video-hours.ts";

const folder = temporaryFolder();
const seen: (string | undefined)[] = [];
const server = createServer((request, response) => {
  seen.push(request.headers.authorization);
  if (request.url === "/gone") return response.writeHead(404).end();
  const replies: Readonly<Record<string, unknown>> = {
    "/plain": 12,
    "/usual": { bytes: 34 },
    "/deep": { index: { parts: [{ size: 56 }] } },
  };
  return response.end(JSON.stringify(replies[request.url ?? ""] ?? "many"));
});
let base = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const around = { directory: folder.path, videoHours: 2 };

describe("storageSizes", () => {
  it("counts a folder of the configuration", async () => {
    folder.file("index/vectors.bin", "x".repeat(1_000));
    expect(await storageSizes([{ name: "index", path: "index" }], around)).toEqual([
      { name: "index", bytes: 1_000, videoHours: 2 },
    ]);
  });

  it("asks an address, and finds the number where it is said to be", async () => {
    const found = await storageSizes(
      [
        { name: "a", url: `${base}/plain` },
        { name: "b", url: `${base}/usual`, headers: { authorization: "Bearer t" } },
        { name: "c", url: `${base}/deep`, at: "index.parts.0.size", videoHours: 9 },
      ],
      around,
    );
    expect(found).toEqual([
      { name: "a", bytes: 12, videoHours: 2 },
      { name: "b", bytes: 34, videoHours: 2 },
      { name: "c", bytes: 56, videoHours: 9 },
    ]);
    expect(seen.slice(-2)).toEqual(["Bearer t", undefined]);
  });

  it("says why a size is not known", async () => {
    const found = await storageSizes(
      [
        { name: "a", path: "nowhere" },
        { name: "b", url: `${base}/gone` },
        { name: "c", url: `${base}/words` },
        { name: "d", url: "http://127.0.0.1:1/" },
      ],
      around,
    );
    expect(found.map(({ bytes }) => bytes)).toEqual([null, null, null, null]);
    const reasons = found.map(({ reason }) => reason);
    expect(reasons[0]).toBe("there is nothing in nowhere");
    expect(reasons[1]).toContain("HTTP 404");
    expect(reasons[2]).toContain("no number of bytes");
    expect(reasons[3]).toContain("ECONNREFUSED");
  });
});

describe("videoHours", () => {
  const batches = (samples: readonly object[]) =>
    (async function* () {
      yield samples.map((sample, at) => ({
        sample: { id: `s${at}`, group: "g", ...sample },
        digest: String(at),
      }));
    })();

  it("counts each video once", async () => {
    const video = (path: string, durationSeconds: number) => ({
      media: [{ kind: "video", path }],
      durationSeconds,
    });
    const samples = [video("a.mp4", 1_800), video("a.mp4", 1_800), video("b.mp4", 3_600)];
    expect(await videoHours([batches(samples)])).toBe(1.5);
  });

  it("is not known where a video does not say how long it is", async () => {
    expect(await videoHours([batches([{ durationSeconds: 60 }, { durationSeconds: null }])])).toBe(
      null,
    );
    expect(await videoHours([batches([])])).toBe(null);
  });
});
