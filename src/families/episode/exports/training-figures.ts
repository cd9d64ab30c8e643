import type { FitReport } from "../../../core/asking/system.ts";

/**
 * How a training went, by the suite's names: `train_final_accuracy`, `train_final_loss`,
 * `validation_samples`, `validation_accuracy` and the like.
 */
export function trainingFigures(
  report: FitReport | undefined,
): Readonly<Record<string, number | string>> {
  return Object.fromEntries(
    Object.entries(report?.figures ?? {}).flatMap(([name, value]) => {
      const [, part, figure] = /^(train|validation) (.+)$/.exec(name) ?? [];
      if (part !== undefined && figure !== undefined)
        return [[`${part === "train" ? "train_final" : part}_${snake(figure)}`, value]];
      return name === "epochs" ? [["train_epochs", value]] : [];
    }),
  );
}

function snake(name: string): string {
  return name.toLowerCase().replaceAll("²", "2").replaceAll(/\W+/g, "_");
}

/** The loss along the training as `history.json`, where it was learnt step by step. */
export function historyText({ history }: FitReport): string | undefined {
  if (!history || history.length === 0) return undefined;
  const rows = history.map(({ epoch, loss, validationLoss }) => ({
    epoch,
    loss,
    ...(validationLoss === undefined ? {} : { validation_loss: validationLoss }),
  }));
  return `${JSON.stringify(rows, null, 2)}\n`;
}
