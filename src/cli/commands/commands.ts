import { cacheCommand } from "./cache/command.ts";
import { checkCommand } from "./check/command.ts";
import type { Command } from "./command.ts";
import { compareCommand } from "./compare/command.ts";
import { demoCommand } from "./demo/command.ts";
import { doctorCommand } from "./doctor/command.ts";
import { encodeCommand } from "./encode/command.ts";
import { explainCommand } from "./explain/command.ts";
import { exportCommand } from "./export/command.ts";
import { feedbackCommand } from "./feedback/command.ts";
import { gateCommand } from "./gate/command.ts";
import { initCommand } from "./init/command.ts";
import { listCommand } from "./list/command.ts";
import { loadCommand } from "./load/command.ts";
import { mergeCommand } from "./merge/command.ts";
import { metricCommand } from "./metric/command.ts";
import { plotCommand } from "./plot/command.ts";
import { probeCommand } from "./probe/command.ts";
import { rejudgeCommand } from "./rejudge/command.ts";
import { reportCommand } from "./report/command.ts";
import { runCommand } from "./run/command.ts";
import { sanityCommand } from "./sanity/command.ts";
import { scoreCommand } from "./score/command.ts";
import { selfcheckCommand } from "./selfcheck/command.ts";
import { statusCommand } from "./status/command.ts";
import { tableCommand } from "./table/command.ts";
import { verifyCommand } from "./verify/command.ts";
import { viewCommand } from "./view/command.ts";
import { workerCommand } from "./worker/command.ts";

/** Every command of the program, in the order of its help. */
export const commands: readonly Command[] = [
  demoCommand,
  initCommand,
  runCommand,
  scoreCommand,
  compareCommand,
  gateCommand,
  metricCommand,
  checkCommand,
  sanityCommand,
  exportCommand,
  listCommand,
  probeCommand,
  encodeCommand,
  cacheCommand,
  doctorCommand,
  loadCommand,
  tableCommand,
  plotCommand,
  explainCommand,
  selfcheckCommand,
  rejudgeCommand,
  workerCommand,
  statusCommand,
  mergeCommand,
  verifyCommand,
  reportCommand,
  feedbackCommand,
  viewCommand,
];
