// A whole evaluation as a loop of one's own. Stop it at any time and start it again.
// Run: npm run -s example -- examples/own-loop/evaluate.ts
import { converse, multipleChoice, openCheckpoint, openDataset, scorer, summarise } from "vidimus";
import { summaryMarkdown } from "vidimus/report";

const [folder = `${import.meta.dirname}/runs/own-loop`] = process.argv.slice(2);

/** Put a call of your model here: it is given the text of the prompt. */
async function myModel(prompt: string): Promise<string> {
  return /valve/i.test(prompt) ? "A" : "The answer is B.";
}

await using data = openDataset(multipleChoice, {
  path: `${import.meta.dirname}/../own-predictions/questions.jsonl`,
});
await using checkpoint = await openCheckpoint(folder, {
  name: "own-loop",
  identity: { model: "my-model", version: 1 },
});
const scores = scorer(multipleChoice, { system: "my-model", slices: ["metadata.camera"] });

for await (const sample of data) {
  const outcome = await checkpoint.once(sample, () =>
    converse(multipleChoice, {
      sample,
      answer: async ({ messages }) => {
        const parts = messages.flatMap((message) => message.parts);
        return myModel(parts.map((part) => ("text" in part ? part.text : "")).join("\n"));
      },
    }),
  );
  scores.add(sample, outcome);
}

console.log(
  summaryMarkdown(summarise({ name: "own-loop", family: "multiple-choice" }, [scores.finish()])),
);
