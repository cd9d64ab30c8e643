import { Code, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { isRecord, type Json } from "../../../src/core/json.ts";
import { machineTable } from "../../../src/report/table/machine-table.ts";
import type { RunPage } from "../../../src/summary/browse/run-page.ts";
import { FiguresTable } from "../chart/figures-table.tsx";
import { Fold, JsonText } from "../samples/answer-parts.tsx";
import { Facts } from "../view/view-blocks.tsx";

/** What is shown as it is, one below the other. */
const folds = [
  ["config", "Configuration"],
  ["tasks", "Tasks as they were read"],
  ["cells", "Systems as they were asked"],
  ["files", "Files, with their digests"],
] as const;

/** How a run was made: what was typed, on which machine, with which settings, from which files. */
export function AboutRun({ summary, manifest }: Pick<RunPage, "summary" | "manifest">): ReactNode {
  if (!manifest) return <Text c="dimmed">The run has no manifest.json.</Text>;
  const { versions, host, seed, gitCommit, command, createdAt, mergedFrom } = manifest;
  const facts = [
    ["started", createdAt],
    ["versions", listed(versions)],
    ["machine", listed(host)],
    ["seed", seed],
    ["Git commit", gitCommit],
    ["merged from", mergedFrom],
  ] as const;
  return (
    <Stack gap="md">
      {typeof command === "string" && (
        <Text size="sm">
          <Code>{command}</Code>
        </Text>
      )}
      <Facts
        facts={facts.flatMap(([name, value]) =>
          value === undefined || value === null
            ? []
            : [[name, Array.isArray(value) ? value.join(", ") : String(value)] as const],
        )}
      />
      <FiguresTable table={machineTable(summary?.machine)} />
      {folds.map(
        ([name, title]) =>
          manifest[name] !== undefined && (
            <Fold key={name} label={title}>
              <JsonText value={manifest[name]} />
            </Fold>
          ),
      )}
    </Stack>
  );
}

function listed(value: Json | undefined): string | undefined {
  if (!isRecord(value)) return undefined;
  return Object.entries(value)
    .map(([name, one]) => `${name} ${String(one)}`)
    .join(", ");
}
