import { z } from "zod";

const usualEveryMs = 1_000;

/** What of the machine is watched while a run goes on. */
export function resourcesSchema() {
  const place = z
    .strictObject({
      name: z.string().min(1).describe("What it is called in the report, such as index."),
      path: z.string().min(1).optional().describe("A folder or file on this machine."),
      url: z
        .url({ protocol: /^https?$/ })
        .refine(
          (text) => URL.parse(text)?.username === "",
          "no name or password can stand in an address; use headers",
        )
        .optional()
        .describe("An address that answers GET with a number of bytes, as JSON."),
      at: z
        .string()
        .optional()
        .describe(
          "Where the bytes stand in the reply, such as index.bytes (default: bytes, or the whole reply).",
        ),
      headers: z
        .record(z.string(), z.string())
        .optional()
        .describe("Headers of the request; secrets from variables."),
      videoHours: z
        .number()
        .positive()
        .optional()
        .describe(
          "Hours of video that it is about (default: those of the run's samples, where they say how long their videos are).",
        ),
    })
    .refine(({ path, url }) => (path === undefined) !== (url === undefined), {
      error: "name either a path or a url",
    });
  return z.strictObject({
    everyMs: z
      .int()
      .refine((value) => value === 0 || value >= 100, "expected 0, for never, or at least 100")
      .default(usualEveryMs)
      .describe("How often is looked; 0: never."),
    pids: z
      .array(
        z.union([z.int().min(1), z.string().min(1)], {
          error: "expected the id of a process, or the path of a file that holds it",
        }),
      )
      .default([])
      .describe(
        "Further processes that are watched with all that they started: ids, or paths of files that hold one.",
      ),
    storage: z
      .array(place)
      .default([])
      .describe("What systems store, measured at the end of the run."),
  });
}

/** As a configuration that says nothing has it. */
export const usualResources = { everyMs: usualEveryMs, pids: [], storage: [] } as const;
