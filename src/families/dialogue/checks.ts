import type { Check } from "../../core/family/data-facet.ts";
import type { DialogueSample } from "./schema.ts";

/** Rules that a set of streams should satisfy. */
export const dialogueChecks: readonly Check<DialogueSample>[] = [
  {
    id: "has-references",
    summary: "every stream has something that should be said",
    level: "warning",
    start: () => ({
      add: ({ references }) =>
        references.length === 0 ? "nothing should be said in this stream" : undefined,
    }),
  },
  {
    id: "blank-text",
    summary: "no reference consists of white space",
    level: "error",
    start: () => ({
      add({ references }) {
        const blank = references.find(({ text }) => text.trim() === "");
        return blank ? `the reference on frame ${blank.frame} is blank` : undefined;
      },
    }),
  },
  {
    id: "comparable-words",
    summary:
      "references have words of Latin letters or digits, which are compared where no sentence encoder is named",
    level: "warning",
    start: () => ({
      add({ references }) {
        const wordless = references.find(({ text }) => !/[a-z0-9']/i.test(text));
        return wordless
          ? `the reference on frame ${wordless.frame} has no word of Latin letters or digits: without a sentence encoder only the very same text is like it`
          : undefined;
      },
    }),
  },
  {
    id: "known-labels",
    summary: "labels are initiative or responsive, then intents",
    level: "warning",
    start: () => ({
      add({ references }) {
        const wrong = references.find(
          ({ label }) =>
            label !== undefined && !/^(?:initiative|responsive)\|[a-z_]+(?:,[a-z_]+)*$/.test(label),
        );
        return wrong ? `the label of frame ${wrong.frame} is "${wrong.label}"` : undefined;
      },
    }),
  },
  {
    id: "three-user-types",
    summary: "every video has the same types of users",
    level: "warning",
    start() {
      const types = new Map<string, Set<string>>();
      return {
        add({ group, userType = "" }) {
          types.set(group, (types.get(group) ?? new Set()).add(userType));
          return undefined;
        },
        finish() {
          const most = Math.max(0, ...[...types.values()].map(({ size }) => size));
          const fewer = [...types].filter(([, own]) => own.size < most).map(([group]) => group);
          return fewer.length === 0
            ? undefined
            : `${fewer.length} videos have fewer than ${most} types of users, such as ${fewer[0]}`;
        },
      };
    },
  },
];
