import { Badge, Stack, Table, Text, TextInput, Title } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { documents } from "../../../src/server/contract.ts";
import type { RunCard } from "../../../src/summary/browse/run-page.ts";
import { formatInterval, formatScore } from "../../../src/summary/format-number.ts";
import { Failed, Loading } from "../app/loading.tsx";
import { useDocument } from "../app/use-document.ts";

const tones: Readonly<Record<RunCard["state"], string>> = {
  running: "blue",
  complete: "green",
  stopped: "yellow",
  unreadable: "red",
};

/** All runs of the folder with their first scores. */
export function RunsPage(): ReactNode {
  const { data, error } = useDocument(documents.runs);
  const [search, setSearch] = useState("");
  if (error) return <Failed error={error} />;
  if (!data) return <Loading />;
  const shown = data.runs.filter((run) => textOf(run).includes(search.toLowerCase()));
  return (
    <Stack>
      <Title order={1} size="h2">
        Runs
      </Title>
      <TextInput
        aria-label="Search runs"
        placeholder="Search names, tasks, systems"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Table.ScrollContainer minWidth={600}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {["Run", "Task", "System", "Score", "Samples", "Coverage"].map((name) => (
                <Table.Th key={name}>{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((run) => (
              <RunRows key={run.id} run={run} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {shown.length === 0 && <Text c="dimmed">No run matches.</Text>}
    </Stack>
  );
}

function RunRows({ run }: { readonly run: RunCard }): ReactNode {
  const own = run.headlines.filter(({ isReference }) => !isReference);
  const rows = own.length > 0 ? own : [undefined];
  return rows.map((row, at) => (
    <Table.Tr key={`${row?.task} ${row?.system}`}>
      {at === 0 && (
        <Table.Td rowSpan={rows.length} style={{ verticalAlign: "top" }}>
          <Link href={`/runs/${encodeURIComponent(run.id)}`}>{run.name}</Link>
          <Text size="xs" c="dimmed">
            {run.createdAt > 0 ? new Date(run.createdAt).toLocaleString() : run.problem}
          </Text>
          {run.state !== "complete" && (
            <Badge color={tones[run.state]} variant="light" size="sm">
              {run.state}
            </Badge>
          )}
        </Table.Td>
      )}
      <Table.Td>{row?.task}</Table.Td>
      <Table.Td>{row?.system}</Table.Td>
      <Table.Td>
        {row && (
          <>
            <Text span fw={600}>
              {formatScore(row.value, row.unit)}
            </Text>{" "}
            <Text span size="sm" c="dimmed">
              {formatInterval(row.low, row.high, row.unit)} {row.title}
            </Text>
          </>
        )}
      </Table.Td>
      <Table.Td>{row?.n}</Table.Td>
      <Table.Td>{row && formatScore(row.coverage, "percent")}</Table.Td>
    </Table.Tr>
  ));
}

function textOf({ name, id, headlines, tags }: RunCard): string {
  const parts = headlines.flatMap(({ task, system, family }) => [task, system, family]);
  return [name, id, ...tags, ...parts].join(" ").toLowerCase();
}
