import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Dataset, ExternalLink, File, Group } from "hdf5-wasm/node";

type Library = typeof import("hdf5-wasm/node")["default"];
type Module = Awaited<Library["ready"]>;

export interface Hdf5Library {
  open(path: string): File;
  create(path: string): File;
  /** Raw bytes of a stretch along the first dimension, in this machine's byte order. */
  bytes(dataset: Dataset, from: number, to: number): Uint8Array;
  readonly classes: Module["H5T_class_t"];
}

let loading: Promise<Hdf5Library> | undefined;

/** The HDF5 library, compiled to WebAssembly; loaded when the first file is met. */
export function hdf5Library(): Promise<Hdf5Library> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Hdf5Library> {
  const { default: library } = await import("hdf5-wasm/node");
  const module = await library.ready;
  // Without it, what cannot be read is whatever was in memory.
  module.activate_throwing_error_handler();
  const plugins = dirname(createRequire(import.meta.url).resolve("h5wasm-plugins"));
  module.insert_plugin_search_path(join(plugins, "plugins"), 0);
  return {
    open: (path) => new library.File(path, "r"),
    create: (path) => new library.File(path, "w"),
    bytes: (dataset, from, to) => readBytes(module, dataset, [from, to]),
    classes: module.H5T_class_t,
  };
}

function readBytes(
  module: Module,
  dataset: Dataset,
  [from, to]: readonly [number, number],
): Uint8Array {
  const { size, shape } = dataset.metadata;
  const inner = (shape ?? []).slice(1);
  const length = size * inner.reduce((all, each) => all * each, to - from);
  const isScalar = (shape ?? []).length === 0;
  if (length === 0) return new Uint8Array(0);
  const at = module._malloc(length);
  if (at === 0) throw new Error(`${Math.round(length / 1e6)} MB are more than can be read at once`);
  try {
    const count = isScalar ? null : [to - from, ...inner].map(BigInt);
    const offset = isScalar ? null : [from, ...inner.map(() => 0)].map(BigInt);
    const strides = isScalar ? null : [1, ...inner.map(() => 1)].map(BigInt);
    const status = module.get_dataset_data(
      dataset.file_id,
      dataset.path,
      count,
      offset,
      strides,
      BigInt(at),
    );
    if (status < 0) throw new Error("the library cannot read it");
    return module.HEAPU8.slice(at, at + length);
  } finally {
    module._free(at);
  }
}

/** What stands under a path, step by step, so that no step leads into another file. */
export function entityAt(file: File, path: string): Dataset | Group | undefined {
  let entity: Group = file;
  let at = "";
  const steps = path.split("/").filter((step) => step !== "");
  for (const [i, step] of steps.entries()) {
    at += `/${step}`;
    const next = entity.get(at) as { readonly type: string } | null;
    if (!next) return undefined;
    if (next.type === "ExternalLink")
      throw new Error(`it lies in another file, ${(next as unknown as ExternalLink).filename}`);
    if (next.type === "Dataset")
      return i === steps.length - 1 ? (next as unknown as Dataset) : undefined;
    if (next.type !== "Group") return undefined;
    entity = next as unknown as Group;
  }
  return entity;
}
