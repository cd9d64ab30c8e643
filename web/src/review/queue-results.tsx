import { Badge, Button, Group, Paper, Stack, Table, Text, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { labelUnit } from "../../../src/report/table/aspect-tables.ts";
import { changes, documents } from "../../../src/server/contract.ts";
import type { AspectSummary } from "../../../src/summary/aspect-summary.ts";
import { formatCount, formatInterval, formatScore } from "../../../src/summary/format-number.ts";
import type { QueuePage, QueueResult } from "../../../src/summary/review/review-pages.ts";
import type { ScoreSummary } from "../../../src/summary/score-summary.ts";
import { Command } from "../app/command.tsx";
import { Failed } from "../app/loading.tsx";
import { Decisions } from "./decisions.tsx";
import { GoldScores } from "./gold-scores.tsx";
import { post } from "./post.ts";
import { RaterName } from "./rater-name.tsx";

interface QueueResultsProps {
  readonly page: QueuePage;
  readonly result: QueueResult;
  readonly rater: string;
  onRater(name: string): void;
}

/** What raters came to: how far they agree, whether that is enough, and what is left to decide. */
export function QueueResults({ page, result, rater, onRater }: QueueResultsProps): ReactNode {
  const { card, values } = page;
  return (
    <Stack gap="lg">
      <Agreement result={result} isFeedback={card.kind === "feedback"} />
      {result.command && <ScoreThem queue={card.name} result={result} />}
      {card.kind === "feedback" && <Accepted card={card} result={result} />}
      {rater === "" ? (
        <RaterName onName={onRater} />
      ) : (
        <Decisions queue={card.name} values={values} result={result} rater={rater} />
      )}
    </Stack>
  );
}

interface AgreementProps {
  readonly result: QueueResult;
  readonly isFeedback: boolean;
}

function Agreement({ result, isFeedback }: AgreementProps): ReactNode {
  const { overall, systems, raters } = result;
  const { people, judge } = overall;
  const scores = Object.values(people?.agreement ?? {});
  return (
    <Stack>
      <Title order={2} size="h4">
        {raters.length > 1 ? "Agreement of" : "Rated by"} {raters.join(" and ")}
      </Title>
      {scores.length > 0 && (
        <Group gap="xl" align="start">
          {scores.map((score) => (
            <Figure key={score.title} score={score} />
          ))}
        </Group>
      )}
      {judge && judge.n > 0 && (
        <>
          <Title order={2} size="h4">
            The judge against people
          </Title>
          <Group gap="xl" align="start">
            {Object.values(judge.agreement).map((score) => (
              <Figure key={score.title} score={score} />
            ))}
          </Group>
        </>
      )}
      {!isFeedback && <SystemTable systems={systems} />}
    </Stack>
  );
}

function Figure({ score }: { readonly score: ScoreSummary }): ReactNode {
  const unit = labelUnit(score);
  const { title, value, low, high, n, interval } = score;
  return (
    <div style={{ fontVariantNumeric: "tabular-nums", maxWidth: 240 }}>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Text fz="xl" fw={650} lh={1.2}>
        {formatScore(value, unit)}
      </Text>
      <Text size="sm">
        {low === null ? "no interval" : formatInterval(low, high, unit)}, n = {formatCount(n)}
      </Text>
      {low === null && (
        <Text size="xs" c="dimmed">
          {interval.replace(/^none: /, "")}
        </Text>
      )}
    </div>
  );
}

/** For each system what enters the report, and what does not, and why. */
function SystemTable({ systems }: Pick<QueueResult, "systems">): ReactNode {
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>System</Table.Th>
            <Table.Th ta="right">Labelled</Table.Th>
            <Table.Th>Agreement</Table.Th>
            <Table.Th>In the report</Table.Th>
            <Table.Th>By people</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {systems.map(({ system, summary }) => (
            <SystemRow key={system} system={system} summary={summary} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function SystemRow({
  system,
  summary: { people },
}: {
  readonly system: string;
  readonly summary: AspectSummary;
}): ReactNode {
  if (!people) return null;
  const { labelled, answers, agreement, withheld, scores } = people;
  const [kappa] = Object.values(agreement);
  return (
    <Table.Tr style={{ fontVariantNumeric: "tabular-nums" }}>
      <Table.Td>{system}</Table.Td>
      <Table.Td ta="right">
        {labelled} of {answers}
      </Table.Td>
      <Table.Td>
        {kappa ? (
          <>
            {kappa.title} {formatScore(kappa.value, "plain")}
            {kappa.low !== null && ` (${formatInterval(kappa.low, kappa.high, "plain")})`}, n ={" "}
            {kappa.n}
          </>
        ) : (
          "–"
        )}
      </Table.Td>
      <Table.Td>
        <Badge variant="dot" tt="none" color={withheld === null ? "green" : "yellow"}>
          {withheld === null ? "quoted" : "not quoted"}
        </Badge>
        {withheld !== null && (
          <Text size="xs" c="dimmed">
            {withheld}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {Object.values(scores).map((score) => (
          <Text key={score.title} size="sm">
            {score.title} {formatScore(score.value, labelUnit(score))}
            {score.low !== null && ` (${formatInterval(score.low, score.high, labelUnit(score))})`}
          </Text>
        ))}
        {Object.keys(scores).length === 0 && "–"}
      </Table.Td>
    </Table.Tr>
  );
}

/** How these labels get into the scores of the run. */
function ScoreThem({
  queue,
  result,
}: {
  readonly queue: string;
  readonly result: QueueResult;
}): ReactNode {
  const [state, setState] = useState<"idle" | "busy" | "done" | Error>("idle");
  const score = async () => {
    setState("busy");
    await post(changes.scoreQueue(queue), {}).then(() => setState("done"), setState);
  };
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" wrap="wrap">
        <Text>Score the run with these labels, for its report:</Text>
        <Button onClick={score} loading={state === "busy"} variant="light">
          Score now
        </Button>
      </Group>
      <Command text={result.command!} />
      {state === "done" && (
        <Text role="status" mt="xs">
          Scored: the report and the figures of the run hold what is shown here.
        </Text>
      )}
      {state instanceof Error && <Failed error={state} />}
    </Paper>
  );
}

/** What was accepted of feedback becomes a new version of the data. */
function Accepted({
  card,
  result,
}: {
  readonly card: QueuePage["card"];
  readonly result: QueueResult;
}): ReactNode {
  const queue = card.name;
  const client = useQueryClient();
  const [problem, setProblem] = useState<Error>();
  const accepted = result.items.filter(({ final }) => final === "Accept").length;
  const write = async () => {
    try {
      await post(changes.acceptFeedback(queue), {});
      await client.invalidateQueries({ queryKey: [documents.review(queue).path] });
    } catch (error) {
      setProblem(error as Error);
    }
  };
  return (
    <Paper withBorder p="md">
      <Group justify="space-between">
        <Text>
          {accepted} of {result.items.length} accepted.{" "}
          {result.corrections
            ? "They are written as corrections:"
            : "Corrections of them are a new version of the data, which itself stays as it is."}
        </Text>
        {!result.corrections && (
          <Button variant="light" onClick={write} disabled={accepted === 0}>
            Write corrections
          </Button>
        )}
      </Group>
      {result.corrections && (
        <Stack>
          <Command text={`data: { corrections: ${result.corrections} }`} />
          {card.run !== undefined && (
            <GoldScores run={card.run} task={card.task} given={undefined} />
          )}
        </Stack>
      )}
      {problem && <Failed error={problem} />}
    </Paper>
  );
}
