import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Finding } from "../../../core/asking/system-kind.ts";
import { clipSize, demoClip, drawClip } from "../demo/clips.ts";

const timeLimitMs = 60_000;

/**
 * Whether decoders load and work: a small video is written and looked into as any other would be,
 * in a process of its own.
 */
export async function checkDecoders(signal: AbortSignal): Promise<readonly Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), "vidimus-doctor-"));
  try {
    const [{ decoderVersion }, { writeVideo }, { DecodePool }] = await Promise.all([
      import("../../../media/decoder-version.ts"),
      import("../../../media/video/write-video.ts"),
      import("../../../media/decode-pool.ts"),
    ]);
    const path = join(folder, "clip.mp4");
    writeVideo(
      path,
      { ...clipSize, encoder: "libx264", container: "mp4" },
      drawClip(demoClip(0, 1)),
    );
    await using pool = new DecodePool({ timeLimitMs, processes: 1 });
    const outcome = await pool.run(
      { work: "probe", kind: "video", path, name: "clip.mp4" },
      signal,
    );
    const detail = outcome.kind === "answered" ? decoderVersion() : outcome.reason;
    return [{ what: "decoders", state: outcome.kind === "answered" ? "fine" : "problem", detail }];
  } catch (error) {
    return [
      {
        what: "decoders",
        state: "problem",
        detail: error instanceof Error ? error.message : String(error),
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
