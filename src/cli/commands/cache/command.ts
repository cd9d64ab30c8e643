import type { Command } from "../command.ts";
import { json } from "../command-options.ts";

export const cacheCommand: Command = {
  name: "cache",
  summary:
    "show, shrink or empty the cache of frames, replies and fetched data, or explain why a reply came from it or not",
  argument: {
    flags: "[action...]",
    summary: "list (default), prune, clear, or why <key> or why <run> <sample>",
  },
  options: [
    {
      flags: "--directory <dir>",
      summary:
        "the cache (default: $VIDIMUS_CACHE, else vidimus below $XDG_CACHE_HOME or ~/.cache)",
    },
    {
      flags: "--kind <kinds>",
      summary:
        "only these, separated by commas: frames, replies, embeddings, digests, tables, media, remote, hub, downloads, archives, or all (default for prune and clear: the first five)",
      parse: "list",
    },
    {
      flags: "--all",
      summary: "for list: every entry, not only the 20 used last of the kinds that are named",
    },
    {
      flags: "--max <size>",
      summary: "for prune: how much of each kind may stay, e.g. 500MB, 5GB, 5GiB (default: 10GB)",
    },
    {
      flags: "--unused <days>",
      summary: "for prune: also what nobody used for so many days",
      parse: "count",
    },
    json,
  ],
  examples: [
    "vidimus cache",
    "vidimus cache list --kind frames",
    "vidimus cache prune --max 5GB",
    "vidimus cache prune --kind hub,downloads,archives --unused 90",
    "vidimus cache why runs/20261115-120000-plant q17",
    "vidimus cache clear",
  ],
  load: () => import("./cache.ts"),
};
