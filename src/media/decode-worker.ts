import { UserError } from "../core/user-error.ts";
import type { DecodeReply } from "./decode-pool.ts";
import { doJob, type MediaJob } from "./media-job.ts";

/** The program of a decoding process: one job after the other, each answered once. */
process.on("message", async (job: MediaJob) => {
  let reply: DecodeReply;
  try {
    reply = { ok: true, value: await doJob(job) };
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
