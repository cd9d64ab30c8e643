import { z } from "zod";
import { UserError } from "../../core/user-error.ts";
import { type BatchPlan, cut } from "../../math/learning/mlp/batch-plan.ts";

const row = z.int().min(0);
const rows = z.array(row);
/** Rows of an epoch, or its batches. */
const epochSchema = z.union([rows, z.array(rows)]);
/** Packed bits as `numpy.packbits` makes them, in base64, or 0 and 1 row by row. */
const maskSchema = z.union([z.string(), rows, z.array(rows)]);
const orderSchema = z.union([
  z.array(epochSchema).min(1),
  z.object({
    order: z.array(epochSchema).min(1),
    masks: z.array(z.array(z.array(maskSchema))).optional(),
  }),
]);

interface PlanNeeds {
  readonly samples: number;
  readonly epochs: number;
  readonly batchSize: number;
  /** What is used where the file has no masks. */
  readonly mask: BatchPlan["mask"];
}

/**
 * The order in which samples are learnt from, from a file: for each epoch the samples by their
 * places (from 0), cut into batches or not. With `masks`, by epoch, batch and hidden layer, it also
 * says which units dropout keeps.
 */
export function readBatchOrder(document: unknown, path: string): (needs: PlanNeeds) => BatchPlan {
  const { success, data } = orderSchema.safeParse(document);
  if (!success)
    throw new UserError(
      `${path}: no order of training samples`,
      'write {"order": [[3, 0, 1, 2], …]}, with a list of places for each epoch',
    );
  const { order, masks } = Array.isArray(data) ? { order: data, masks: undefined } : data;
  return ({ samples, epochs, batchSize, mask }) => {
    if (order.length < epochs)
      throw new UserError(
        `${path} orders ${order.length} epochs, but there are ${epochs}`,
        `set epochs to ${order.length}, or write the others`,
      );
    for (const [epoch, list] of order.entries()) {
      const beyond = list.flat().find((one) => one >= samples);
      if (beyond !== undefined)
        throw new UserError(
          `${path}: epoch ${epoch + 1} names sample ${beyond}, but there are ${samples}`,
          `places of samples count from 0 to ${samples - 1}`,
        );
    }
    return {
      batches(epoch) {
        const list = order[epoch - 1]!;
        return Array.isArray(list[0])
          ? (list as number[][])
          : cut(Uint32Array.from(list as number[]), batchSize);
      },
      mask(at, size) {
        if (!masks) return mask(at, size);
        const found = masks[at.epoch - 1]?.[at.batch]?.[at.layer];
        const bits = typeof found === "string" ? unpacked(found, size) : found?.flat();
        if (bits?.length === size) return bits;
        throw new UserError(
          `${path}: the mask of epoch ${at.epoch}, batch ${at.batch + 1}, layer ${at.layer + 1} has not the ${size} units that are needed`,
        );
      },
    };
  };
}

/** The highest bit of a byte comes first. */
function unpacked(base64: string, size: number): Uint8Array | undefined {
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length !== Math.ceil(size / 8)) return undefined;
  return Uint8Array.from({ length: size }, (_, i) => (bytes[i >> 3]! >> (7 - (i & 7))) & 1);
}
