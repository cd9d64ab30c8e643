import type { LoadedConfig } from "../../config/load-config.ts";
import { UserError } from "../../core/user-error.ts";
import type { Shard } from "../../datasets/select-samples.ts";

/** Reads `--shard 2/8`. */
export function shardOf(value: unknown): Shard | undefined {
  if (value === undefined) return undefined;
  const [, number, count] = /^(\d+)\s*\/\s*(\d+)$/.exec(String(value)) ?? [];
  const shard = { number: Number(number), count: Number(count) };
  if (number !== undefined && shard.number >= 1 && shard.number <= shard.count) return shard;
  throw new UserError(
    `--shard: expected a part and how many there are, got "${String(value)}"`,
    "write 1/8, 2/8 … 8/8",
  );
}

/** Each part is a run of its own, also where all are written into one folder. */
export function withShardName(loaded: LoadedConfig, { number, count }: Shard): LoadedConfig {
  const name = `${loaded.config.name}-part-${number}-of-${count}`;
  return { ...loaded, config: { ...loaded.config, name } };
}
