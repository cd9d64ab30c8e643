import { z } from "zod";
import { defineSystemKind } from "../../core/asking/system-kind.ts";
import { UserError } from "../../core/user-error.ts";

const configSchema = z.strictObject({
  of: z.string().describe("id of the system that reads and answers"),
  clips: z
    .string()
    .describe(
      "id of the system whose clips it is given: a retriever, a service, a file of predictions",
    ),
});

/** Gives a system what another one found, so that any retriever can be put before any reader. */
export const reader = defineSystemKind<z.infer<typeof configSchema>>({
  id: "reader",
  summary:
    "a chat system that answers from the clips that another system found, in place of finding its own",
  configSchema,
  create: async () => {
    throw new TypeError("reader is made of another system");
  },
  probe({ of, clips }, { id, family }) {
    if (!family.asking.probes?.withFound)
      throw new UserError(
        `the reader "${id}" does not work on the family ${family.id}`,
        "leave it out, or choose another task",
      );
    return { of, after: clips, condition: { id: "reader", identity: { clips } } };
  },
});
