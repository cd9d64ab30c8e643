import { hdf5Library } from "./hdf5-library.ts";

/** Numbers, or texts; one text is written without dimensions. */
export type Hdf5Input =
  | {
      readonly shape: readonly number[];
      readonly values:
        | Float32Array
        | Float64Array
        | Int32Array
        | Uint8Array
        | Uint16Array
        | BigInt64Array;
      /** Compressed, in chunks of so many rows. */
      readonly chunkRows?: number | undefined;
    }
  | string
  | readonly string[];

/** Writes datasets by their paths, such as `slam/trans_xyz`. Equal datasets give equal files. */
export async function writeHdf5(
  path: string,
  datasets: Readonly<Record<string, Hdf5Input>>,
): Promise<void> {
  const library = await hdf5Library();
  atTheSameTime(() => {
    const file = library.create(path);
    try {
      const groups = new Set<string>();
      for (const [name, input] of Object.entries(datasets)) {
        const steps = name.split("/").slice(0, -1);
        for (const [i] of steps.entries()) {
          const group = steps.slice(0, i + 1).join("/");
          if (!groups.has(group)) file.create_group(group);
          groups.add(group);
        }
        file.create_dataset({ name, ...created(input) });
      }
    } finally {
      file.close();
    }
  });
}

/**
 * The library notes when each dataset was written, and cannot be asked not to: it asks the clock,
 * which stands still meanwhile. Nothing else runs before `write` returns.
 */
function atTheSameTime(write: () => void): void {
  const { now } = Date;
  Date.now = () => 0;
  try {
    write();
  } finally {
    Date.now = now;
  }
}

function created(input: Hdf5Input) {
  if (typeof input === "string") return { data: input };
  if (!("shape" in input)) return { data: [...input] };
  const { shape, values, chunkRows } = input;
  const packed =
    chunkRows === undefined
      ? {}
      : {
          chunks: [chunkRows, ...shape.slice(1)],
          compression: "gzip" as const,
          compression_opts: [4],
        };
  return { data: values, shape: [...shape], ...packed };
}
