import { entries, publicNames } from "./public-api.ts";

/** docs/library.md: how programs use Vidimus, and everything they can import. */
export function libraryPage(note: string): string {
  return `# As a library

${note}

The command line is made of functions that a program can call too: reading data, putting questions, reading replies, doing work once, scoring.
Everything is typed; nothing below needs a configuration file.

| function | what it does |
|---|---|
| \`evaluate(config, { onEvent, signal })\` | runs a configuration (its file, or the object itself), as \`vidimus run\` does, and returns the document of \`--json\` |
| \`rescore(directory, options)\` | scores a run again from its log, as \`vidimus score\` does, and returns the same document |
| \`openDataset(family, options)\` | samples of a file, a folder, the hub or an archive, validated, one by one; frames of their pictures and videos |
| \`promptFor(family, sample, settings)\` | the messages that a chat system is asked with |
| \`converse(family, { sample, answer }, settings)\` | asks as often as the family's protocol needs, and reads what is answered |
| \`readChoice(reply, choices)\` | which choice a reply names, or why none |
| \`openCheckpoint(folder, options)\` | a journal that remembers every outcome: work that is done is not done again, also after a crash |
| \`scorer(family, options)\` | takes samples with their outcomes, gives scores with intervals, slices, coverage and failures |
| \`profile(name, fn, { runs, warmUp })\` | how long a function takes: percentiles with intervals, in milliseconds |
| \`readTables(family, places)\` | tables that scores can be lent as the option \`tables\` of \`scorer\`, such as METEOR's: \`{ meteor: "meteor-1.5.jar" }\` |
| \`summarise(about, systems)\` | a summary that \`summaryTable\`, \`summaryMarkdown\` and \`reportHtml\` of \`vidimus/report\` draw |

\`evaluate\` and \`rescore\` are the functions behind the commands. They print nothing: events say what goes on, by their \`type\`, with totals instead
of one event per sample. Paths in a configuration that is an object are relative to the working directory; an aborted signal rejects the promise,
and the same call goes on from what is kept.

\`\`\`ts
import { evaluate } from "vidimus";

const document = await evaluate("vidimus.yaml", {
  onEvent: (event) => {
    if (event.type === "progress") for (const { system, settled, expected } of event.systems) console.log(system, settled, expected);
    if (event.type === "warning") console.warn(event.text);
  },
});
if ("tasks" in document) console.log(document.directory, document.complete);
\`\`\`

The other functions are the parts. \`examples/own-loop/evaluate.ts\` is a complete evaluation in under 40 lines:

\`\`\`ts
import { converse, multipleChoice, openCheckpoint, openDataset, scorer, summarise } from "vidimus";
import { summaryMarkdown } from "vidimus/report";

await using data = openDataset(multipleChoice, { path: "questions.jsonl" });
await using checkpoint = await openCheckpoint("run", { name: "mine", identity: { model: "my-model" } });
const scores = scorer(multipleChoice, { system: "my-model" });
for await (const sample of data) {
  const outcome = await checkpoint.once(sample, () => converse(multipleChoice, { sample, answer: askMyModel }));
  scores.add(sample, outcome);
}
console.log(summaryMarkdown(summarise({ name: "mine", family: "multiple-choice" }, [scores.finish()])));
\`\`\`

An outcome is \`answered\` with a value, or \`unparsed\`, \`refused\`, \`truncated\`, \`missing\`, \`media-error\` or \`failed\` with a reason; only the last is tried
again. \`z\` is the zod that schemas of families and systems are made of. Your own metrics, families, formats and systems are described in
[extending.md](extending.md).

${Object.entries(entries).map(section).join("\n")}`;
}

function section([name, file]: readonly [string, string]): string {
  const names = publicNames(file);
  const rows = names.map(
    (one) =>
      `| \`${one.name}\` | ${one.isType ? "type" : "value"} | ${one.summary.replaceAll("|", "\\|")} |`,
  );
  return `## \`${name}\`

| name | kind | what it is |
|---|---|---|
${rows.join("\n")}
`;
}
