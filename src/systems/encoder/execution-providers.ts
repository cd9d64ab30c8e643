import { UserError } from "../../core/user-error.ts";
import { loadRuntime } from "./onnx-graph.ts";

type Runtime = Awaited<ReturnType<typeof loadRuntime>>;

/**
 * Those of the wanted execution providers that work here, in their order; `warn` is called for each
 * that does not where another one does, as in [cuda, cpu].
 * @throws {UserError} where none of them works, or ONNX Runtime is not installed.
 */
export async function usableProviders(
  wanted: readonly string[] | undefined,
  warn?: (message: string) => void,
): Promise<readonly string[] | undefined> {
  const runtime = await loadRuntime();
  if (!wanted) return undefined;
  const tried = await Promise.all(
    wanted.map(async (name) => ({ name, problem: await problemWith(name, runtime) })),
  );
  const usable = tried.flatMap(({ name, problem }) => (problem === undefined ? [name] : []));
  const problems = tried.flatMap(({ problem }) => problem ?? []);
  if (usable.length === 0) throw new UserError(problems.join("; "), await hint(runtime));
  for (const problem of problems) warn?.(`${problem}; ${usable[0]} is used instead`);
  return usable;
}

/** A provider that is compiled in may still find no library, driver or device. */
async function problemWith(name: string, runtime: Runtime): Promise<string | undefined> {
  if (!runtime.listSupportedBackends().some((one) => one.name === name))
    return `executionProviders: ${name} is not part of the onnxruntime-node that is installed here`;
  try {
    const options = { executionProviders: [name], logSeverityLevel: 4 as const };
    const session = await runtime.InferenceSession.create(smallestModel, options);
    await session.release();
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return `executionProviders: ${name} cannot be used here (${message})`;
  }
}

async function hint(runtime: Runtime): Promise<string> {
  // Looking for a device of WebGPU prints to standard error.
  const names = runtime
    .listSupportedBackends()
    .flatMap(({ name }) => (name === "webgpu" ? [] : name));
  const problems = await Promise.all(names.map((name) => problemWith(name, runtime)));
  const usable = names.filter((_, at) => problems[at] === undefined);
  return `usable here: ${usable.join(", ")}; leave executionProviders out, or end the list with cpu, to use the CPU`;
}

/** A graph of one node, y = x, which opens at once wherever any graph does. */
const smallestModel = new Uint8Array(
  Buffer.from(
    "CAg6NwoQCgF4EgF5IghJZGVudGl0eRIBZ1oPCgF4EgoKCAgBEgQKAggBYg8KAXkSCgoICAESBAoCCAFCAhAN",
    "base64",
  ),
);
