import { z } from "zod";
import { addressSchema, serversSchema } from "../http/address-schema.ts";

/** The settings of a service. */
export const serviceSettingsSchema = z.strictObject({
  url: serversSchema(addressSchema)
    .refine(
      (url) => new Set([url].flat().map(pathOf)).size === 1,
      "servers of a list have the same path: they differ in host and port",
    )
    .describe(
      "where samples are sent; {id}, {group} or {media.0.path} stand for what the sample holds; a list: several servers of the same service",
    ),
  method: z
    .enum(["POST", "PUT", "GET"])
    .default("POST")
    .describe("POST (default), PUT, or GET without a body"),
  headers: z
    .record(z.string(), z.string())
    .default({})
    .describe("further headers; secrets from variables"),
  fields: z
    .array(z.string())
    .optional()
    .describe("members of the sample that are sent (default: all but the truth)"),
  answerAt: z
    .string()
    .default("")
    .describe(
      "where the prediction stands in the reply, such as result.answer (default: prediction, or the whole reply)",
    ),
  format: z
    .string()
    .optional()
    .describe("a prediction format of the family, for replies in another layout than its own"),
  batch: z
    .int()
    .min(1)
    .max(1_000)
    .default(1)
    .describe("samples in one request: {samples: […]} is answered by {predictions: […]}"),
  stream: z
    .boolean()
    .default(false)
    .describe(
      "whether it watches streams: one request for each step, with the session it belongs to",
    ),
  sees: z
    .boolean()
    .default(true)
    .describe("of a service that watches streams: whether it is sent frames"),
  live: z
    .strictObject({
      speed: z
        .number()
        .positive()
        .max(1_000)
        .default(1)
        .describe("how many seconds of video are played in a second"),
    })
    .optional()
    .describe(
      "of a service that watches streams for events: every frame is sent when its time comes, whether or not earlier ones were answered",
    ),
  version: z
    .string()
    .optional()
    .describe("version of what answers; part of the work key, so that a new one is asked anew"),
  pacing: z
    .enum(["adaptive", "fixed"])
    .default("adaptive")
    .describe("adaptive (default): find out how many requests the service bears"),
  concurrency: z
    .int()
    .min(1)
    .default(8)
    .describe("samples under way at once, at most; of a list of servers, at each"),
  timeoutMs: z.int().min(1).default(120_000).describe("time limit of one request"),
});
export type ServiceConfig = z.infer<typeof serviceSettingsSchema>;

/** The settings of one server. */
export type ServiceSettings = Omit<ServiceConfig, "url"> & { readonly url: string };

/** The same settings for each server that they name. */
export function serversOf({ url, ...settings }: ServiceConfig): readonly ServiceSettings[] {
  return [url].flat().map((one) => ({ ...settings, url: one }));
}

/** What of an address is the same at all servers: what is behind host and port. */
export function pathOf(url: string): string {
  return url.replace(/^\w+:\/\/[^/?#]*/, "");
}
