import type { Command } from "./command.ts";

/**
 * Every command of the program, in the order of its help. A declaration is loaded only where it is
 * run, or where all are shown.
 */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  demo: async () => (await import("./demo/command.ts")).demoCommand,
  init: async () => (await import("./init/command.ts")).initCommand,
  run: async () => (await import("./run/command.ts")).runCommand,
  score: async () => (await import("./score/command.ts")).scoreCommand,
  compare: async () => (await import("./compare/command.ts")).compareCommand,
  gate: async () => (await import("./gate/command.ts")).gateCommand,
  metric: async () => (await import("./metric/command.ts")).metricCommand,
  check: async () => (await import("./check/command.ts")).checkCommand,
  sanity: async () => (await import("./sanity/command.ts")).sanityCommand,
  export: async () => (await import("./export/command.ts")).exportCommand,
  list: async () => (await import("./list/command.ts")).listCommand,
  probe: async () => (await import("./probe/command.ts")).probeCommand,
  encode: async () => (await import("./encode/command.ts")).encodeCommand,
  cache: async () => (await import("./cache/command.ts")).cacheCommand,
  doctor: async () => (await import("./doctor/command.ts")).doctorCommand,
  load: async () => (await import("./load/command.ts")).loadCommand,
  table: async () => (await import("./table/command.ts")).tableCommand,
  plot: async () => (await import("./plot/command.ts")).plotCommand,
  explain: async () => (await import("./explain/command.ts")).explainCommand,
  selfcheck: async () => (await import("./selfcheck/command.ts")).selfcheckCommand,
  rejudge: async () => (await import("./rejudge/command.ts")).rejudgeCommand,
  worker: async () => (await import("./worker/command.ts")).workerCommand,
  status: async () => (await import("./status/command.ts")).statusCommand,
  merge: async () => (await import("./merge/command.ts")).mergeCommand,
  verify: async () => (await import("./verify/command.ts")).verifyCommand,
  report: async () => (await import("./report/command.ts")).reportCommand,
  feedback: async () => (await import("./feedback/command.ts")).feedbackCommand,
  view: async () => (await import("./view/command.ts")).viewCommand,
};

/** The command of that name, or all where there is none: help and suggestions need them. */
export function declaredCommands(name: string | undefined): Promise<readonly Command[]> {
  const one = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  return Promise.all((one ? [one] : Object.values(commands)).map((load) => load()));
}
