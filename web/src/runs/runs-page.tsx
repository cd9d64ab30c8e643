import {
  Badge,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
  UnstyledButton,
} from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { documents } from "../../../src/server/contract.ts";
import type { Headline, RunCard } from "../../../src/summary/browse/run-page.ts";
import { formatCount, formatInterval, formatScore } from "../../../src/summary/format-number.ts";
import { Failed, Loading } from "../app/loading.tsx";
import { useDocument } from "../app/use-document.ts";
import { useQueryState } from "../app/use-query-state.ts";
import { LiveRun } from "../live/live-progress.tsx";
import classes from "./runs-page.module.css";
import { StateBadge } from "./state-badge.tsx";
import { TrendList } from "./trend-list.tsx";
import { trendsOf } from "./trends.ts";

const states: readonly RunCard["state"][] = ["running", "complete", "stopped", "unreadable"];
/** The folder is looked at again so often, more often while a run goes on. */
const again = { running: 5_000, otherwise: 15_000 };

/** All runs of the folder with their first scores, and how these moved. */
export function RunsPage(): ReactNode {
  const { data, error } = useDocument(documents.runs, {
    refetchInterval: ({ state }) =>
      state.data?.runs.some((run) => run.state === "running") ? again.running : again.otherwise,
  });
  const [query, setQuery] = useQueryState();
  if (error) return <Failed error={error} />;
  if (!data) return <Loading />;
  const search = query.get("q") ?? "";
  const state = query.get("state");
  const tags = query.getAll("tag");
  const picked = query.getAll("pick");
  const canCompare = data.runs.length > 1;
  const known = [...new Set(data.runs.flatMap((run) => run.tags))].sort();
  const shown = data.runs.filter(
    (run) =>
      words(search).every((word) => textOf(run).includes(word)) &&
      (state === null || run.state === state) &&
      tags.every((tag) => run.tags.includes(tag)),
  );
  const setAll = (name: string, values: readonly string[]) => {
    const next = new URLSearchParams([...query].filter(([one]) => one !== name));
    for (const value of values) next.append(name, value);
    setQuery(next);
  };
  const toggle = (name: string, value: string) => {
    const values = query.getAll(name);
    setAll(
      name,
      values.includes(value) ? values.filter((one) => one !== value) : [...values, value],
    );
  };
  return (
    <Stack>
      <Group justify="space-between" align="end">
        <Title order={1} size="h2">
          Runs
        </Title>
        <Compare picked={data.runs.filter(({ id }) => picked.includes(id)).toReversed()} />
      </Group>
      <Group gap="sm">
        <TextInput
          aria-label="Search runs"
          placeholder="Search names, tasks, systems, tags"
          value={search}
          w={320}
          onChange={(event) => setQuery({ q: event.currentTarget.value || null })}
        />
        <NativeSelect
          aria-label="State"
          value={state ?? ""}
          data={[{ value: "", label: "any state" }, ...states]}
          onChange={(event) => setQuery({ state: event.currentTarget.value || null })}
        />
        {known.map((tag) => (
          <Tag key={tag} tag={tag} isOn={tags.includes(tag)} onClick={() => toggle("tag", tag)} />
        ))}
      </Group>
      <TrendList trends={trendsOf(shown)} />
      {shown.length > 0 && (
        <Table.ScrollContainer minWidth={700}>
          <Table className={classes.table} verticalSpacing={4} withRowBorders={false}>
            <Table.Thead>
              <Table.Tr>
                {canCompare && <Table.Th w={32} aria-label="Compare" />}
                {["Run", "Task", "System", "Metric"].map((name) => (
                  <Table.Th key={name}>{name}</Table.Th>
                ))}
                {["Score", "95 % interval", "Samples", "Coverage"].map((name) => (
                  <Table.Th key={name} className={classes.figure}>
                    {name}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((run) => (
                <RunRows
                  key={run.id}
                  run={run}
                  canCompare={canCompare}
                  isPicked={picked.includes(run.id)}
                  onPick={() =>
                    setAll(
                      "pick",
                      picked.includes(run.id)
                        ? picked.filter((id) => id !== run.id)
                        : [...picked, run.id].slice(-2),
                    )
                  }
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {shown.length === 0 && (
        <Text c="dimmed">
          {data.runs.length === 0 ? "There are no runs in this folder yet." : "No run matches."}
        </Text>
      )}
    </Stack>
  );
}

/** Leads to the comparison of two runs, the older one first. */
function Compare({ picked }: { readonly picked: readonly RunCard[] }): ReactNode {
  const [a, b] = picked;
  if (a === undefined) return null;
  if (b === undefined)
    return (
      <Text size="sm" c="dimmed">
        Choose a second run to compare.
      </Text>
    );
  const address = `/compare/${encodeURIComponent(a.id)}/${encodeURIComponent(b.id)}`;
  return (
    <Button component={Link} href={address} size="compact-sm">
      Compare {a.id} and {b.id}
    </Button>
  );
}

interface TagProps {
  readonly tag: string;
  readonly isOn: boolean;
  readonly onClick: () => void;
}

function Tag({ tag, isOn, onClick }: TagProps): ReactNode {
  return (
    <UnstyledButton onClick={onClick} aria-pressed={isOn}>
      <Badge variant={isOn ? "filled" : "default"} tt="none">
        {tag}
      </Badge>
    </UnstyledButton>
  );
}

interface RunRowsProps {
  readonly run: RunCard;
  /** Whether there are others. */
  readonly canCompare: boolean;
  readonly isPicked: boolean;
  readonly onPick: () => void;
}

function RunRows({ run, canCompare, isPicked, onPick }: RunRowsProps): ReactNode {
  const own = run.headlines.filter(({ isReference }) => !isReference);
  const rows: readonly (Headline | undefined)[] = own.length > 0 ? own : [undefined];
  const figures = rows.map((row, at) => (
    <Table.Tr key={`${row?.task} ${row?.system}`} data-first={at === 0 ? "yes" : "no"}>
      {at === 0 && (
        <>
          {canCompare && (
            <Table.Td rowSpan={rows.length}>
              <Checkbox
                size="xs"
                aria-label={`Compare ${run.name}, ${run.id}`}
                checked={isPicked}
                onChange={onPick}
              />
            </Table.Td>
          )}
          <Table.Td rowSpan={rows.length}>
            <Link href={`/runs/${encodeURIComponent(run.id)}`}>{run.name}</Link>
            <Text size="xs" c="dimmed">
              {run.createdAt > 0 ? new Date(run.createdAt).toLocaleString() : run.problem}
            </Text>
            <Group gap={6}>
              {run.state !== "complete" && <StateBadge state={run.state} />}
              {run.tags.map((tag) => (
                <Badge key={tag} variant="default" size="sm" tt="none">
                  {tag}
                </Badge>
              ))}
            </Group>
          </Table.Td>
        </>
      )}
      <Table.Td>{row?.task}</Table.Td>
      <Table.Td>{row?.system}</Table.Td>
      <Table.Td c="dimmed">{row?.title}</Table.Td>
      <Table.Td className={classes.figure} fw={600}>
        {row && formatScore(row.value, row.unit)}
      </Table.Td>
      <Table.Td className={classes.figure} c="dimmed">
        {row && formatInterval(row.low, row.high, row.unit)}
      </Table.Td>
      <Table.Td className={classes.figure}>{row && formatCount(row.n)}</Table.Td>
      <Table.Td className={classes.figure}>{row && formatScore(row.coverage, "percent")}</Table.Td>
    </Table.Tr>
  ));
  if (run.state !== "running") return figures;
  return (
    <>
      {figures}
      <Table.Tr>
        {canCompare && <Table.Td />}
        <Table.Td colSpan={8}>
          <LiveRun run={run.id} />
        </Table.Td>
      </Table.Tr>
    </>
  );
}

function words(search: string): readonly string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean);
}

function textOf({ name, id, headlines, tags }: RunCard): string {
  const parts = headlines.flatMap(({ task, system, family }) => [task, system, family]);
  return [name, id, ...tags, ...parts].join(" ").toLowerCase();
}
