import { Alert, Badge, Code, Group, List, Paper, Stack, Tabs, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { useParams } from "wouter";
import { documents } from "../../../src/server/contract.ts";
import type { RunIndexDocument } from "../../../src/summary/browse/run-index.ts";
import type { FiguresSoFar, RunPage as RunDocument } from "../../../src/summary/browse/run-page.ts";
import { formatCount, formatPercent } from "../../../src/summary/format-number.ts";
import { runTotals } from "../../../src/summary/run-totals.ts";
import type { Summary } from "../../../src/summary/summary.ts";
import { Failed, Loading } from "../app/loading.tsx";
import { useDocument } from "../app/use-document.ts";
import { useQueryState } from "../app/use-query-state.ts";
import { LiveRun } from "../live/live-progress.tsx";
import { AboutRun } from "./about-run.tsx";
import { AllTasks } from "./all-tasks.tsx";
import { taskPlace } from "./indexed-task.ts";
import classes from "./run-page.module.css";
import { TaskSamples } from "./samples/task-samples.tsx";
import { StateBadge } from "./state-badge.tsx";
import { hasAnalyses, TaskAnalyses } from "./task-analyses.tsx";
import { TaskScores } from "./task-scores.tsx";
import { TaskSlices } from "./task-slices.tsx";

/** While a run goes on, its state, figures and samples are looked at again so often. */
const again = { state: 5_000, figures: 10_000, samples: 15_000 };

/** One run: its figures, slices and samples. */
export function RunPage(): ReactNode {
  const { run: part = "" } = useParams<{ run: string }>();
  const run = decodeURIComponent(part);
  const page = useDocument(documents.run(run), {
    refetchInterval: ({ state }) => (state.data?.card.state === "running" ? again.state : false),
  });
  const isRunning = page.data?.card.state === "running";
  const isUnwritten = page.data?.stale !== undefined && page.data.card.state !== "unreadable";
  const soFar = useDocument(isUnwritten ? documents.soFar(run) : undefined, {
    refetchInterval: () => (isRunning ? again.figures : false),
  });
  const index = useDocument(documents.index(run), {
    refetchInterval: () => (isRunning ? again.samples : false),
  });
  if (page.error) return <Failed error={page.error} />;
  if (!page.data) return <Loading />;
  return (
    <Stack gap="md">
      <RunHead card={page.data.card} summary={soFar.data?.summary ?? page.data.summary} />
      {isRunning && (
        <Paper withBorder p="sm">
          <LiveRun run={run} />
        </Paper>
      )}
      <Trouble page={page.data} soFar={soFar.data} />
      {isUnwritten && !soFar.data && !soFar.error && (
        <Text size="sm" c="dimmed" role="status">
          Scoring what there is so far …
        </Text>
      )}
      <RunTasks
        run={run}
        summary={soFar.data?.summary ?? page.data.summary}
        manifest={page.data.manifest}
        index={index.data}
        indexError={index.error}
      />
    </Stack>
  );
}

function RunHead({ card, summary }: Pick<RunDocument, "card" | "summary">): ReactNode {
  const tasks = summary?.tasks ?? [];
  const systems = new Set(tasks.flatMap((task) => task.systems.map(({ id }) => id)));
  const answers = tasks.flatMap((task) => task.systems.map(({ total }) => total));
  const facts = [
    card.id,
    ...(card.createdAt > 0 ? [new Date(card.createdAt).toLocaleString()] : []),
    ...(tasks.length > 0
      ? [
          `${formatCount(tasks.length)} ${tasks.length === 1 ? "task" : "tasks"}`,
          `${formatCount(systems.size)} ${systems.size === 1 ? "system" : "systems"}`,
          `${formatCount(answers.reduce((sum, one) => sum + one, 0))} answers`,
        ]
      : []),
    ...(summary?.selection ? [summary.selection] : []),
  ];
  return (
    <div>
      <Group gap="sm">
        <Title order={1} size="h2">
          {card.name}
        </Title>
        <StateBadge state={card.state} />
        {card.tags.map((tag) => (
          <Badge key={tag} variant="default" size="sm" tt="none">
            {tag}
          </Badge>
        ))}
      </Group>
      <Text size="sm" c="dimmed">
        {facts.join(" · ")}
      </Text>
    </div>
  );
}

/** How much of a run is there, and how it goes on. */
function Unfinished({ summary, manifest }: UnfinishedProps): ReactNode {
  const { total, left } = runTotals(summary);
  const command = typeof manifest?.command === "string" ? manifest.command : undefined;
  return (
    <Alert color="yellow" title="Unfinished: these are the figures so far">
      {left > 0 &&
        `${formatCount(total - left)} of ${formatCount(total)} answers are there (${formatPercent((total - left) / total)}). Scores are of these alone, and intervals say nothing of those to come; the coverage of each system stands beside its score. `}
      {command !== undefined && (
        <>
          To go on: <Code>{command}</Code>
        </>
      )}
    </Alert>
  );
}

interface UnfinishedProps extends Pick<RunDocument, "manifest"> {
  readonly summary: Summary;
}

interface TroubleProps {
  readonly page: RunDocument;
  readonly soFar: FiguresSoFar | undefined;
}

/** What must be known before any figure is read. */
function Trouble({ page: { card, summary: written, manifest }, soFar }: TroubleProps): ReactNode {
  const summary = soFar?.summary ?? written;
  const { shortfalls = [], failures = [] } = summary ?? {};
  const isRunning = card.state === "running";
  return (
    <>
      {card.problem !== undefined && (
        <Alert color="red" title="This run cannot be read">
          {card.problem}
        </Alert>
      )}
      {summary && isRunning && (
        <Text size="sm" c="dimmed">
          The figures below are those of what there is so far.
        </Text>
      )}
      {summary && !summary.complete && !isRunning && (
        <Unfinished summary={summary} manifest={manifest} />
      )}
      {soFar?.problem !== undefined && (
        <Alert color="yellow" title="What there is so far cannot be scored now">
          {soFar.problem}
          {soFar.hint === undefined ? "" : ` (${soFar.hint})`}
        </Alert>
      )}
      {shortfalls.length > 0 && !isRunning && (
        <Alert color="yellow" title="Scores that are not to be read">
          <List size="sm">
            {shortfalls.map(({ text }) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {failures.length > 0 && (
        <Alert color="red" title="Tasks that could not be scored">
          <List size="sm">
            {failures.map(({ task, error }) => (
              <List.Item key={task}>
                {task}: {error}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
}

interface RunTasksProps {
  readonly run: string;
  readonly summary: Summary | null;
  readonly manifest: RunDocument["manifest"];
  readonly index: RunIndexDocument | undefined;
  readonly indexError: Error | null;
}

/** Tabs beside those of tasks; a space keeps them apart from what tasks are called. */
const overview = "all tasks";
const about = "about the run";
const titles: Readonly<Record<string, string>> = {
  [overview]: "All tasks",
  [about]: "About the run",
};

function RunTasks({ run, summary, manifest, index, indexError }: RunTasksProps): ReactNode {
  const [query, setQuery] = useQueryState();
  const ids = [
    ...new Set([
      ...(summary?.tasks ?? []).map(({ id }) => id),
      ...(index?.index?.tasks ?? []).map(({ id }) => id),
    ]),
  ];
  const asked = query.get("task");
  const first = ids.length === 1 ? ids[0]! : overview;
  const task = asked !== null && [...ids, overview, about].includes(asked) ? asked : first;
  const tabs = ids.length > 1 ? [overview, about, ...ids] : [...ids, about];
  const list = useRef<HTMLDivElement>(null);
  // The tab of a task that an address names may be far to the right.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another tab is chosen
  useEffect(() => {
    const chosen = list.current?.querySelector("[aria-selected=true]");
    chosen?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [task]);
  if (ids.length === 0) return <SamplesOf index={index} error={indexError} />;
  return (
    <>
      <Tabs
        value={task}
        onChange={(value) =>
          setQuery(new URLSearchParams(value && value !== first ? { task: value } : {}), {
            isNew: true,
          })
        }
      >
        <Tabs.List aria-label="Tasks" className={classes.tabs} ref={list}>
          {tabs.map((id) => (
            <Tabs.Tab key={id} value={id}>
              {titles[id] ?? id}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      {task === about ? (
        <AboutRun summary={summary} manifest={manifest} />
      ) : task === overview ? (
        summary ? (
          <AllTasks
            summary={summary}
            address={(id) =>
              `/runs/${encodeURIComponent(run)}?${new URLSearchParams({ task: id })}`
            }
          />
        ) : (
          <Text c="dimmed">Choose a task.</Text>
        )
      ) : (
        <OneTask {...{ run, task, summary, index, indexError }} />
      )}
    </>
  );
}

interface OneTaskProps extends Omit<RunTasksProps, "manifest"> {
  readonly task: string;
}

const parts = ["scores", "slices", "samples", "analyses"] as const;

function OneTask({ run, task, summary, index, indexError }: OneTaskProps): ReactNode {
  const [query, setQuery] = useQueryState();
  const own = summary?.tasks.find(({ id }) => id === task);
  const part = parts.find((one) => one === query.get("show")) ?? "scores";
  const at = index?.index ? taskPlace(run, index.index, task) : undefined;
  const show = (changes: Readonly<Record<string, string>>) =>
    `/runs/${encodeURIComponent(run)}?${new URLSearchParams({ task, ...changes })}`;
  const samples = at ? ` (${formatCount(at.task.samples)})` : "";
  return (
    <Tabs
      value={part}
      variant="outline"
      keepMounted={false}
      onChange={(value) => setQuery({ task, show: value }, { isNew: true })}
    >
      <Tabs.List mb="md" aria-label="About the task" className={classes.tabs}>
        <Tabs.Tab value="scores">Scores</Tabs.Tab>
        <Tabs.Tab value="slices">Slices</Tabs.Tab>
        <Tabs.Tab value="samples">Samples{samples}</Tabs.Tab>
        {own && hasAnalyses(own) && <Tabs.Tab value="analyses">Analyses</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="scores">
        {own ? (
          <TaskScores
            task={own}
            isSoFar={summary?.complete === false}
            mistakes={(system, error) => show({ show: "samples", system, error })}
            compare={(...systems) =>
              `/runs/${encodeURIComponent(run)}/compare/${[task, ...systems].map(encodeURIComponent).join("/")}`
            }
          />
        ) : at ? (
          <Loading />
        ) : (
          <SamplesOf index={index} error={indexError} />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="slices">
        {at ? <TaskSlices at={at} summary={own} /> : <SamplesOf index={index} error={indexError} />}
      </Tabs.Panel>
      <Tabs.Panel value="samples">
        {at ? (
          <TaskSamples run={run} at={at} summary={own} />
        ) : (
          <SamplesOf index={index} error={indexError} />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="analyses">{own && <TaskAnalyses task={own} />}</Tabs.Panel>
    </Tabs>
  );
}

/** Why there are no samples to show: not yet, or never. */
function SamplesOf({
  index,
  error,
}: {
  readonly index: RunIndexDocument | undefined;
  readonly error: Error | null;
}): ReactNode {
  if (error) return <Failed error={error} />;
  if (!index)
    return (
      <>
        <Loading />
        <Text c="dimmed" ta="center" size="sm">
          The samples are being read; of a large run this takes a while, once.
        </Text>
      </>
    );
  if (index.index) return <Text c="dimmed">This task has no samples.</Text>;
  return (
    <Alert color="yellow" title="The samples of this run cannot be read now">
      {index.problem}
      {index.hint === undefined ? "" : ` (${index.hint})`}
    </Alert>
  );
}
