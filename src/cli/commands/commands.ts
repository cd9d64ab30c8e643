import { cacheCommand } from "./cache/command.ts";
import { checkCommand } from "./check/command.ts";
import type { Command } from "./command.ts";
import { demoCommand } from "./demo/command.ts";
import { doctorCommand } from "./doctor/command.ts";
import { exportCommand } from "./export/command.ts";
import { initCommand } from "./init/command.ts";
import { listCommand } from "./list/command.ts";
import { metricCommand } from "./metric/command.ts";
import { probeCommand } from "./probe/command.ts";
import { reportCommand } from "./report/command.ts";
import { runCommand } from "./run/command.ts";
import { sanityCommand } from "./sanity/command.ts";
import { scoreCommand } from "./score/command.ts";

/** Every command of the program, in the order of its help. */
export const commands: readonly Command[] = [
  demoCommand,
  initCommand,
  runCommand,
  scoreCommand,
  metricCommand,
  checkCommand,
  sanityCommand,
  exportCommand,
  listCommand,
  probeCommand,
  cacheCommand,
  doctorCommand,
  reportCommand,
];
