import { Stack, Table, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { documents } from "../../../src/server/contract.ts";
import {
  formatDifference,
  formatInterval,
  formatScore,
  type Unit,
} from "../../../src/summary/format-number.ts";
import type {
  ComparedGold,
  GoldComparison,
  GoldScore,
} from "../../../src/summary/review/gold-pages.ts";
import { Command } from "../app/command.tsx";
import { Failed, Loading } from "../app/loading.tsx";
import { useDocument } from "../app/use-document.ts";

interface GoldScoresProps {
  readonly run: string;
  readonly task: string;
  /** Where it is known already. */
  readonly given: GoldComparison | undefined;
}

/** Scores under the data as it is and under its corrections, side by side. */
export function GoldScores({ run, task, given }: GoldScoresProps): ReactNode {
  const { data = given, error } = useDocument(given ? undefined : documents.goldScores(run, task));
  if (error) return <Failed error={error} />;
  if (!data) return <Loading />;
  const { systems, corrected, added, version, file, command } = data;
  const shown = systems.filter(({ isReference }) => !isReference);
  const listed = shown.length > 0 ? shown : systems;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Scores under old and new gold
      </Title>
      <Text size="sm" c="dimmed">
        {corrected.length} {corrected.length === 1 ? "sample" : "samples"} corrected
        {added.length > 0 && `, ${added.length} added`}; version {version} of {file}. No system was
        asked.
      </Text>
      <ScoreTable systems={listed} shows={isTelling} />
      {listed.some(({ scores }) => scores.some((score, at) => !isTelling(score, at))) && (
        <details>
          <summary>Scores that are the same under both, or not defined</summary>
          <ScoreTable systems={listed} shows={(score, at) => !isTelling(score, at)} />
        </details>
      )}
      {listed
        .filter(({ differing }) => differing !== undefined)
        .map(({ system, differing }) => (
          <Text key={system} size="sm">
            {system}: old and new are not over the same samples ({differing}).
          </Text>
        ))}
      <Command text={command} />
    </Stack>
  );
}

type Compared = ComparedGold["scores"][number];

/** Whether a score is another one now, may be, or is the first, which is the one to read. */
function isTelling({ before, after, isSameSamples }: Compared, place: number): boolean {
  if (before.value === null && after.value === null) return false;
  return place === 0 || !isSameSamples || before.value !== after.value;
}

function ScoreTable({
  systems,
  shows,
}: {
  readonly systems: readonly ComparedGold[];
  shows(score: Compared, place: number): boolean;
}): ReactNode {
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>System</Table.Th>
            <Table.Th>Metric</Table.Th>
            <Table.Th ta="right">Old gold</Table.Th>
            <Table.Th ta="right">New gold</Table.Th>
            <Table.Th ta="right">Difference</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody style={{ fontVariantNumeric: "tabular-nums" }}>
          {systems.flatMap(({ system, scores }) =>
            scores.filter(shows).map(({ metric, title, unit, before, after, isSameSamples }) => (
              <Table.Tr key={`${system} ${metric}`}>
                <Table.Td>{system}</Table.Td>
                <Table.Td>{title}</Table.Td>
                <Table.Td ta="right">
                  <Score score={before} unit={unit} />
                </Table.Td>
                <Table.Td ta="right">
                  <Score score={after} unit={unit} />
                </Table.Td>
                <Table.Td ta="right">
                  {!isSameSamples ? (
                    <Text span size="sm" c="dimmed">
                      other samples
                    </Text>
                  ) : before.value === null || after.value === null ? (
                    "–"
                  ) : (
                    formatDifference(after.value - before.value, unit)
                  )}
                </Table.Td>
              </Table.Tr>
            )),
          )}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Score({ score, unit }: { readonly score: GoldScore; readonly unit: Unit }): ReactNode {
  return (
    <>
      <Text span fw={600}>
        {formatScore(score.value, unit)}
      </Text>{" "}
      <Text span size="sm" c="dimmed">
        {score.low === null ? "" : formatInterval(score.low, score.high, unit)} n = {score.n}
      </Text>
    </>
  );
}
