import { z } from "zod";
import type { LearningProblem } from "../../core/asking/learning.ts";
import { UserError } from "../../core/user-error.ts";
import type { Numbers } from "../../math/learning/rows.ts";
import type { Scaler } from "../../math/learning/scaler.ts";
import type { HeadModel } from "./head-model.ts";

/**
 * The bytes of a trained head: "VHEAD001", the length of a header as four bytes, the header as JSON,
 * filled up with spaces to a multiple of 8, then its arrays one after the other, each filled up to a
 * multiple of 8. All numbers are little-endian; the header says which are single precision.
 */
const magic = "VHEAD001";

const headerSchema = z.object({
  kind: z.enum(["linear", "ridge", "network"]),
  problem: z.custom<LearningProblem>(),
  names: z.array(z.string()),
  dual: z.boolean().optional(),
  arrays: z.array(
    z.object({ name: z.string(), type: z.enum(["float32", "float64"]), length: z.int().min(0) }),
  ),
});
type Header = z.infer<typeof headerSchema>;

export function packModel(model: HeadModel): Uint8Array {
  const arrays = arraysOf(model);
  const header: Header = {
    ...{ kind: model.kind, problem: model.problem, names: [...model.names] },
    ...(model.kind === "ridge" ? { dual: model.dual } : {}),
    arrays: arrays.map(([name, values]) => ({
      name,
      type: values instanceof Float32Array ? "float32" : "float64",
      length: values.length,
    })),
  };
  const text = Buffer.from(JSON.stringify(header));
  const start = whole(magic.length + 4 + text.length);
  const total = arrays.reduce((sum, [, { byteLength }]) => sum + whole(byteLength), start);
  const bytes = Buffer.alloc(total);
  bytes.write(magic, "latin1");
  bytes.fill(" ", magic.length + 4, start);
  bytes.writeUInt32LE(start - magic.length - 4, magic.length);
  text.copy(bytes, magic.length + 4);
  let at = start;
  for (const [, { buffer, byteOffset, byteLength }] of arrays) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += whole(byteLength);
  }
  return bytes;
}

/** Whether bytes that a system left are a trained head. */
export function isHead(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, magic.length)).toString("latin1") === magic;
}

/** @throws {UserError} where the bytes are no trained head. */
export function unpackModel(bytes: Uint8Array): HeadModel {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!isHead(bytes))
    throw new UserError("what was learnt is no trained head of this version", "train it again");
  const start = magic.length + 4 + view.readUInt32LE(magic.length);
  const header = headerSchema.parse(
    JSON.parse(view.toString("utf8", magic.length + 4, start)) as unknown,
  );
  const arrays = new Map<string, Numbers>();
  let at = start;
  for (const { name, type, length } of header.arrays) {
    const size = length * (type === "float32" ? 4 : 8);
    // A copy begins on a whole number.
    const copy = new Uint8Array(size);
    copy.set(bytes.subarray(at, at + size));
    arrays.set(name, new (type === "float32" ? Float32Array : Float64Array)(copy.buffer));
    at += whole(size);
  }
  if (at !== bytes.byteLength)
    throw new UserError(
      `what was learnt has ${bytes.byteLength} bytes, but should have ${at}`,
      "train it again",
    );
  return modelOf(header, arrays);
}

const whole = (size: number) => Math.ceil(size / 8) * 8;

function arraysOf(model: HeadModel): readonly (readonly [string, Numbers])[] {
  const scaler = (name: string, { means, deviations }: Scaler) =>
    [
      [`${name}.means`, means],
      [`${name}.deviations`, deviations],
    ] as const;
  switch (model.kind) {
    case "linear":
      return [
        ...scaler("inputs", model.scaler),
        ["weights", model.weights],
        ["biases", model.biases],
      ];
    case "ridge":
      return [
        ...scaler("inputs", model.inputs),
        ...scaler("targets", model.targets),
        ["weights", model.weights],
        ["training", model.training],
      ];
    case "network":
      return [
        ...scaler("inputs", model.scaler),
        ...(model.targets ? scaler("targets", model.targets) : []),
        ["norm.scales", model.weights.norm.scales],
        ["norm.shifts", model.weights.norm.shifts],
        ...model.weights.layers.flatMap(
          ({ weights, biases }, i) =>
            [
              [`layers.${i}.weights`, weights],
              [`layers.${i}.biases`, biases],
            ] as const,
        ),
      ];
  }
}

function modelOf(
  { kind, problem, names, dual = false, arrays: listed }: Header,
  arrays: ReadonlyMap<string, Numbers>,
): HeadModel {
  const single = (name: string) => arrays.get(name) as Float32Array;
  const double = (name: string) => arrays.get(name) as Float64Array;
  const scaler = (name: string): Scaler => ({
    means: double(`${name}.means`),
    deviations: double(`${name}.deviations`),
  });
  const common = { problem, names };
  switch (kind) {
    case "linear":
      return {
        ...{ kind, ...common, scaler: scaler("inputs") },
        ...{ weights: double("weights"), biases: double("biases") },
      };
    case "ridge":
      return {
        ...{ kind, ...common, inputs: scaler("inputs"), targets: scaler("targets"), dual },
        ...{ weights: double("weights"), training: arrays.get("training")! },
      };
    case "network":
      return {
        ...{ kind, ...common, scaler: scaler("inputs") },
        targets: arrays.has("targets.means") ? scaler("targets") : undefined,
        weights: {
          norm: { scales: single("norm.scales"), shifts: single("norm.shifts") },
          layers: listed
            .filter(({ name }) => /^layers\.\d+\.weights$/.test(name))
            .map((_, i) => ({
              weights: single(`layers.${i}.weights`),
              biases: single(`layers.${i}.biases`),
            })),
        },
      };
  }
}
