import { UserError } from "../core/user-error.ts";
import type { DecodeReply } from "./decode-pool.ts";
import { doJob, type MediaJob } from "./media-job.ts";
import { KeptVideo } from "./video/kept-video.ts";

/** So often at most the pool hears that a job goes on. */
const signMs = 1_000;
const videos = new KeptVideo();

/**
 * The program of a decoding process: one job after the other, each answered once, with signs of
 * life before where it takes long.
 */
process.on("message", async (job: MediaJob) => {
  let reply: DecodeReply;
  let signedAt = performance.now();
  const onFrame = () => {
    if (performance.now() - signedAt < signMs) return;
    signedAt = performance.now();
    process.send?.("frame" satisfies DecodeReply);
  };
  try {
    reply = { ok: true, value: await doJob(job, onFrame, videos) };
  } catch (error) {
    reply = {
      ok: false,
      reason: error instanceof Error ? error.message : String(error),
      isOurs: error instanceof UserError,
    };
  }
  process.send?.(reply);
});
process.on("disconnect", () => process.exit(0));
