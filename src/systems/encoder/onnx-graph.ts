import { createReadStream } from "node:fs";
import type { InferenceSession, Tensor } from "onnxruntime-node";
import { UserError } from "../../core/user-error.ts";
import type { FoundFile } from "./encoder-files.ts";
import { optionalModule } from "./optional-module.ts";

export interface GraphSettings {
  /** Threads of one run; ONNX Runtime chooses if absent. */
  readonly threads?: number | undefined;
  readonly executionProviders?: readonly string[] | undefined;
}

/** An ONNX graph that is open, with its name in messages. */
export interface OnnxGraph {
  readonly shown: string;
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  /** Type and sides of an input; a side that may vary is a text. */
  input(name: string): GraphInput;
  run(feeds: Readonly<Record<string, Feed>>): Promise<Readonly<Record<string, GraphOutput>>>;
  close(): Promise<void>;
}

interface GraphInput {
  readonly type: string;
  readonly shape: readonly (number | string)[];
}

export interface Feed {
  readonly data: Float32Array | BigInt64Array | Int32Array;
  readonly dims: readonly number[];
}

export interface GraphOutput {
  readonly data: unknown;
  readonly dims: readonly number[];
}

export const runtimeName = "onnxruntime-node";

/** Loads ONNX Runtime, which most users have no need of. */
export async function loadRuntime() {
  const runtime = await optionalModule(runtimeName, () => import("onnxruntime-node"));
  // What is wrong is thrown too; on standard error it would stand between our own lines.
  runtime.env.logLevel = "fatal";
  return runtime;
}

export async function openGraph(
  { path, shown }: Pick<FoundFile, "path" | "shown">,
  { threads, executionProviders }: GraphSettings = {},
): Promise<OnnxGraph> {
  const runtime = await loadRuntime();
  const session = await runtime.InferenceSession.create(path, {
    logSeverityLevel: 3,
    ...(threads === undefined ? {} : { intraOpNumThreads: threads }),
    ...(executionProviders ? { executionProviders: [...executionProviders] } : {}),
  }).catch((cause: Error) => {
    throw notOpened(cause, { shown, executionProviders });
  });
  return {
    shown,
    inputNames: session.inputNames,
    outputNames: session.outputNames,
    input: (name) => inputOf(session, name),
    run: (feeds) =>
      session.run(
        Object.fromEntries(
          Object.entries(feeds).map(([name, feed]) => [name, tensorOf(runtime.Tensor, feed)]),
        ),
      ),
    close: () => session.release(),
  };
}

/** A provider that is compiled in may still find no driver or device. */
function notOpened(
  { message }: Error,
  { shown, executionProviders = [] }: GraphSettings & { readonly shown: string },
): UserError {
  const said = message.toLowerCase();
  const absent = executionProviders
    .map((name) => name.toLowerCase())
    .find(
      (name) => said.includes(`executionprovider_${name}`) || said.includes(`/providers/${name}/`),
    );
  return absent === undefined
    ? new UserError(`${shown}: is no model that ONNX Runtime can open (${message})`)
    : new UserError(
        `executionProviders: ${absent} cannot be used here (${message})`,
        "install what it needs, or leave executionProviders out to use the CPU",
      );
}

function tensorOf(make: typeof Tensor, { data, dims }: Feed): Tensor {
  if (data instanceof Float32Array) return new make("float32", data, dims);
  return data instanceof BigInt64Array
    ? new make("int64", data, dims)
    : new make("int32", data, dims);
}

/** Versions before 1.22 say nothing of inputs: then any shape is taken as it comes. */
function inputOf(session: InferenceSession, name: string): GraphInput {
  const found = session.inputMetadata?.find((one) => one.name === name);
  return found?.isTensor ? found : { type: "unknown", shape: [] };
}

/**
 * Whether a graph quantises activations by the range of the whole batch: then an input has other
 * vectors in other company, and is put through alone. Such graphs name the operator in their bytes.
 */
export async function dependsOnNeighbours(path: string): Promise<boolean> {
  let end = Buffer.alloc(0);
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) {
    const chunk = piece as Buffer;
    const seam = Buffer.concat([end, chunk.subarray(0, batchOperator.length)]);
    if (chunk.includes(batchOperator) || seam.includes(batchOperator)) return true;
    end = Buffer.concat([end, chunk.subarray(-batchOperator.length)]).subarray(
      -batchOperator.length,
    );
  }
  return false;
}

const batchOperator = "DynamicQuantize";

/** The named value, or the first; an unknown name is a user's error that names the field. */
export function chosenName(
  named: string | undefined,
  { names, shown, field }: { names: readonly string[]; shown: string; field: string },
): string {
  if (named === undefined) return names[0]!;
  if (!names.includes(named))
    throw new UserError(`${shown}: has no ${field} ${named}`, `it has: ${names.join(", ")}`);
  return named;
}
