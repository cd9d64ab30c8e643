import {
  Badge,
  Button,
  Group,
  NativeSelect,
  Stack,
  Text,
  TextInput,
  Title,
  UnstyledButton,
} from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { documents } from "../../../src/server/contract.ts";
import type { RunCard } from "../../../src/summary/browse/run-page.ts";
import { Failed, Loading } from "../app/loading.tsx";
import { useDocument } from "../app/use-document.ts";
import { useQueryState } from "../app/use-query-state.ts";
import { RunList } from "./run-list.tsx";
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
          flex="1 1 14rem"
          maw={360}
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
        <RunList
          runs={shown}
          canCompare={data.runs.length > 1}
          picked={picked}
          onPick={(run) =>
            setAll(
              "pick",
              picked.includes(run) ? picked.filter((id) => id !== run) : [...picked, run].slice(-2),
            )
          }
        />
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

function words(search: string): readonly string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean);
}

function textOf({ name, id, headlines, tags }: RunCard): string {
  const parts = headlines.flatMap(({ task, system, family }) => [task, system, family]);
  return [name, id, ...tags, ...parts].join(" ").toLowerCase();
}
