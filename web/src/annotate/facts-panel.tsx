import { Checkbox, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { factsId, type ItemFacts } from "../../../src/core/family/annotating.ts";
import { TextField } from "../app/text-field.tsx";
import { Choice, flagged, type Panel } from "./panel.tsx";
/** What is said of the video as a whole. */
export function FactsPanel({ plan, marks, edit }: Panel): ReactNode {
  const found = marks[factsId];
  const facts: ItemFacts = found?.kind === "facts" ? found : { kind: "facts" };
  const save = (mark: ItemFacts) => edit([{ id: factsId, mark }]);
  return (
    <>
      <Text fw={600} size="sm">
        Video
      </Text>
      {plan.difficulties.length > 0 && plan.annotate !== "questions" && (
        <Choice
          label="Difficulty"
          value={facts.difficulty}
          choices={plan.difficulties}
          onChoose={(difficulty) => {
            const { difficulty: _, ...others } = facts;
            save(difficulty === undefined ? others : { ...others, difficulty });
          }}
        />
      )}
      {plan.domains.length > 0 && (
        <Choice
          label="Domain"
          value={facts.domain}
          choices={plan.domains}
          onChoose={(domain) => {
            const { domain: _, ...others } = facts;
            save(domain === undefined ? others : { ...others, domain });
          }}
        />
      )}
      {plan.ambiguous && plan.annotate === "labels" && (
        <Checkbox
          size="xs"
          label="Ambiguous"
          checked={facts.ambiguous === true}
          onChange={(event) => save(flagged(facts, event.currentTarget.checked) as ItemFacts)}
        />
      )}
      <TextField
        label="Note"
        value={facts.note ?? ""}
        onSave={(note) => {
          const { note: _, ...others } = facts;
          save(note === "" ? others : { ...others, note });
        }}
      />
    </>
  );
}
