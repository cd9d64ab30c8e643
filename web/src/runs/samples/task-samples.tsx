import { Alert, Group, Kbd, Stack, Text } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "wouter";
import {
  formatCount,
  formatInterval,
  formatQuantity,
  formatScore,
} from "../../../../src/summary/format-number.ts";
import type { TaskSummary } from "../../../../src/summary/summary.ts";
import { Failed, Loading } from "../../app/loading.tsx";
import { useKeys } from "../../app/use-keys.ts";
import { useQueryState } from "../../app/use-query-state.ts";
import { rememberOrder } from "../../samples/sample-order.ts";
import { Shortcuts } from "../../samples/shortcuts.tsx";
import { systemsOf } from "../indexed-task.ts";
import { sampleWorker, scoreWorker } from "../work/run-workers.ts";
import type { SampleRow } from "../work/sample-rows.ts";
import type { TaskPlace } from "../work/sample-worker.ts";
import { Filters } from "./filters.tsx";
import { SampleTable } from "./sample-table.tsx";
import { isUnfiltered, readView, type SampleView, writeView } from "./sample-view.ts";

interface TaskSamplesProps {
  readonly run: string;
  readonly at: TaskPlace;
  readonly summary: TaskSummary | undefined;
}

const shortcuts = [
  [["j", "k"], "to the next sample, and to the one before"],
  [["Enter"], "opens the sample"],
  [["/"], "to the search"],
  [["?"], "these keys"],
] as const;

/** All samples of a task, and what systems score on those that are shown. */
export function TaskSamples({ run, at, summary }: TaskSamplesProps): ReactNode {
  const { task } = at;
  const [query, setQuery] = useQueryState();
  const [, navigate] = useLocation();
  const { own, others } = systemsOf(task, summary);
  const systems = [...own, ...others].map(({ id }) => id);
  const view = readView(query, systems[0] ?? "");
  const selected = useQuery({
    queryKey: ["samples", at.base, at.place, view],
    queryFn: () => sampleWorker.select({ at, view }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });
  const [cursor, setCursor] = useState(Number(query.get("at") ?? 0));
  const keepCursor = useDebouncedCallback((place: number) => {
    setQuery({ at: place === 0 ? null : String(place) });
  }, 400);
  const [hasHelp, setHelp] = useState(false);
  const count = selected.data?.rows.length ?? 0;
  const move = (place: number) => {
    const next = Math.max(0, Math.min(place, count - 1));
    setCursor(next);
    keepCursor(next);
  };
  const change = (next: SampleView) => {
    setCursor(0);
    setQuery(writeView(query, next));
  };
  const rows = selected.data?.rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are another order
  useEffect(() => {
    if (!rows) return;
    rememberOrder(run, task.id, {
      count: rows.length,
      answerAt: async (place) => {
        const row = rows[place];
        return row === undefined
          ? undefined
          : (await sampleWorker.read({ at, view, rows: [row] }))[0];
      },
    });
  }, [rows]);
  const address = ({ id, repeat }: Pick<SampleRow, "id" | "repeat">, place: number) => {
    const about = new URLSearchParams({ system: view.system, at: String(place) });
    if (repeat > 1) about.set("repeat", String(repeat));
    return `/runs/${[run, task.id, id].map(encodeURIComponent).join("/")}?${about}`;
  };
  const openRow = async () => {
    const row = selected.data?.rows[cursor];
    if (row === undefined) return;
    // Back leads to the same row, and nothing leads back by itself.
    keepCursor.cancel();
    setQuery({ at: String(cursor) });
    const [read] = await sampleWorker.read({ at, view, rows: [row] });
    if (read) navigate(address(read, cursor));
  };
  useKeys({
    j: () => move(cursor + 1),
    k: () => move(cursor - 1),
    "?": () => setHelp(true),
    "/": () => document.querySelector<HTMLElement>("[data-search]")?.focus(),
    Enter: openRow,
  });
  if (selected.error) return <Failed error={selected.error} />;
  return (
    <Stack gap="sm">
      <Filters task={task} systems={systems} view={view} onChange={change} />
      {selected.data ? (
        <>
          <ShownScores {...{ at, view, systems: own.map(({ id }) => id) }} {...selected.data} />
          <SampleTable
            {...{ at, view, rows: selected.data.rows, cursor, address }}
            onCursor={move}
            onSort={(sort) => change({ ...view, sort })}
          />
        </>
      ) : (
        <Loading />
      )}
      {count === 0 && selected.data && <Text c="dimmed">No sample matches.</Text>}
      {!task.hasTexts && (
        <Alert color="gray">
          This data may not be handed on: there are ids and scores, and no texts.
        </Alert>
      )}
      <Text size="xs" c="dimmed">
        <Kbd size="xs">j</Kbd> <Kbd size="xs">k</Kbd> move, <Kbd size="xs">Enter</Kbd> opens,{" "}
        <Kbd size="xs">/</Kbd> searches, <Kbd size="xs">?</Kbd> shows all keys
      </Text>
      <Shortcuts keys={shortcuts} isOpen={hasHelp} onClose={() => setHelp(false)} />
    </Stack>
  );
}

interface ShownScoresProps {
  readonly at: TaskPlace;
  readonly view: SampleView;
  readonly systems: readonly string[];
  readonly rows: Uint32Array;
  readonly samples: Uint8Array;
}

/** "On these 312 samples": the first metric of each system. */
function ShownScores({ at, view, systems, rows, samples }: ShownScoresProps): ReactNode {
  const [metric] = at.task.metrics;
  const listed = systems.includes(view.system) ? systems : [...systems, view.system];
  const isAll = isUnfiltered(view);
  const { data } = useQuery({
    queryKey: ["shown", at.base, at.place, { ...view, sort: null }, rows.length],
    queryFn: () =>
      scoreWorker.score({
        ...{ at, systems: listed, metric: metric!.id, topic: "shown" },
        samples: isAll ? undefined : samples,
      }),
    enabled: metric !== undefined && rows.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  const count = samples.reduce((sum, one) => sum + one, 0);
  const total = at.task.samples;
  return (
    <Group gap="md" style={{ rowGap: 2 }} role="status" aria-label="Scores of the samples shown">
      <Text size="sm" fw={600}>
        {isAll
          ? `All ${formatQuantity(total, "sample")}`
          : `On these ${formatCount(count)} of ${formatQuantity(total, "sample")}`}
      </Text>
      {metric && count > 0 && (
        <Text size="sm" c="dimmed">
          {metric.title}:
        </Text>
      )}
      {count > 0 &&
        data?.map(({ system, score, problem }) => (
          <Text size="sm" key={system}>
            {system}{" "}
            <Text span fw={600}>
              {score ? formatScore(score.value, metric!.unit) : "–"}
            </Text>{" "}
            <Text span c="dimmed">
              {score ? formatInterval(score.low, score.high, metric!.unit) : problem}
            </Text>
          </Text>
        ))}
    </Group>
  );
}
