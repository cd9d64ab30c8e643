import type { SampleExplanation } from "../../summary/sample-explanation.ts";
import type { Task } from "../task/open-task.ts";

/**
 * What a page may say that is handed on: of data that may not be, neither the sample nor what was
 * asked, shown, replied and read of it.
 */
export function shareableSample(
  explanation: SampleExplanation,
  tasks: readonly Pick<Task, "id" | "isShared">[],
): SampleExplanation {
  const withheld = tasks.filter(({ isShared }) => !isShared).map(({ id }) => id);
  if (withheld.length === 0) return explanation;
  return {
    ...explanation,
    withheld,
    samples: explanation.samples.filter(({ task }) => !withheld.includes(task)),
    answers: explanation.answers.map((answer) => {
      if (!withheld.includes(answer.task)) return answer;
      const { said: _, reason: __, ...own } = answer;
      return { ...own, answer: null, asks: [], looks: [], grades: {}, evidence: {} };
    }),
  };
}
