import { Alert, Button, Group, NativeSelect, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Link, useLocation, useParams } from "wouter";
import { differenceWords } from "../../../src/report/notes/difference-words.ts";
import {
  comparedMetricsTable,
  noiseTable,
  sliceDifferenceTable,
} from "../../../src/report/table/comparison-tables.ts";
import { type Document, documents } from "../../../src/server/contract.ts";
import type {
  ComparePage as CompareDocument,
  ComparedTaskPage,
} from "../../../src/summary/browse/compare-page.ts";
import { Failed, Loading } from "../app/loading.tsx";
import { useDocument, useFacts } from "../app/use-document.ts";
import { useQueryState } from "../app/use-query-state.ts";
import { FiguresTable, Notes } from "../chart/figures-table.tsx";
import classes from "./compare.module.css";
import { ComparedTasks } from "./compared-tasks.tsx";
import { Flips } from "./flips.tsx";

/** Two runs set against each other; the first is the baseline. */
export function ComparePage(): ReactNode {
  const { a = "", b = "" } = useParams<{ a: string; b: string }>();
  const [first, second] = [decodeURIComponent(a), decodeURIComponent(b)];
  const [query, setQuery] = useQueryState();
  const isCommon = query.get("common") === "yes";
  const [, navigate] = useLocation();
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={1} size="h3">
            Compare
          </Title>
          <Text className={classes.wrap}>
            <RunLink source={second} /> against <RunLink source={first} />
          </Text>
        </div>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() =>
            navigate(`/compare/${encodeURIComponent(second)}/${encodeURIComponent(first)}`)
          }
        >
          Swap
        </Button>
      </Group>
      <Compared
        document={
          isCommon ? documents.compareCommon(first, second) : documents.compare(first, second)
        }
        onCommon={isCommon ? undefined : () => setQuery({ common: "yes" }, { isNew: true })}
        ofProbe={(probe) =>
          `/compare/${[first, second].map((run) => encodeURIComponent(`${run}#${probe}`)).join("/")}`
        }
      />
    </Stack>
  );
}

/** Two systems of one run on one task. */
export function CompareSystemsPage(): ReactNode {
  const params = useParams<{ run: string; task: string; a: string; b: string }>();
  const [run = "", task = "", a = "", b = ""] = [params.run, params.task, params.a, params.b].map(
    (one) => decodeURIComponent(one ?? ""),
  );
  const [, navigate] = useLocation();
  const { data } = useDocument(documents.run(run));
  const pairs = useFacts()?.pairs?.filter((pair) => pair.task === task);
  const systems = data?.summary?.tasks
    .find(({ id }) => id === task)
    ?.systems.map(({ id }) => id) ?? [a, b];
  const choose = (first: string, second: string) =>
    navigate(
      `/runs/${encodeURIComponent(run)}/compare/${[task, first, second].map(encodeURIComponent).join("/")}`,
      { replace: true },
    );
  return (
    <Stack gap="md">
      <div>
        <nav className={classes.path} aria-label="Where this is">
          <Link href={`/runs/${encodeURIComponent(run)}`}>{run}</Link>
          <span aria-hidden="true">/</span>
          <Link href={`/runs/${encodeURIComponent(run)}?${new URLSearchParams({ task })}`}>
            {task}
          </Link>
        </nav>
        <Title order={1} size="h3">
          Compare systems
        </Title>
      </div>
      {pairs ? (
        <NativeSelect
          size="xs"
          label="Systems"
          maw={420}
          data={pairs.map((pair) => ({
            value: JSON.stringify([pair.a, pair.b]),
            label: `${pair.b} against ${pair.a}`,
          }))}
          value={JSON.stringify([a, b])}
          onChange={(event) => {
            const [first, second] = JSON.parse(event.currentTarget.value) as [string, string];
            choose(first, second);
          }}
        />
      ) : (
        <Group gap="xs" align="flex-end">
          <NativeSelect
            size="xs"
            label="System"
            data={[...systems]}
            value={b}
            onChange={(event) => choose(a, event.currentTarget.value)}
          />
          <NativeSelect
            size="xs"
            label="Against"
            data={[...systems]}
            value={a}
            onChange={(event) => choose(event.currentTarget.value, b)}
          />
          <Button variant="default" size="xs" onClick={() => choose(b, a)}>
            Swap
          </Button>
        </Group>
      )}
      {a === b ? (
        <Text c="dimmed">Choose two systems.</Text>
      ) : (
        <Compared
          document={documents.compareTask(`${run}#${a}`, `${run}#${b}`, task)}
          onCommon={undefined}
        />
      )}
    </Stack>
  );
}

function RunLink({ source }: { readonly source: string }): ReactNode {
  const [run = ""] = source.split("#");
  return <Link href={`/runs/${encodeURIComponent(run)}`}>{source}</Link>;
}

interface ComparedProps {
  readonly document: Document<CompareDocument>;
  /** Compares what both have in common, where they are not comparable as they stand. */
  readonly onCommon: (() => void) | undefined;
  /** The address of the comparison of a probe. */
  ofProbe?(probe: string): string;
}

function Compared({ document, onCommon, ofProbe }: ComparedProps): ReactNode {
  const { data, error } = useDocument(document);
  const [query, setQuery] = useQueryState();
  if (error) return <Failed error={error} />;
  if (!data)
    return (
      <>
        <Loading />
        <Text ta="center" size="sm" c="dimmed">
          All answers of both are read and compared; this is done once.
        </Text>
      </>
    );
  const { tasks, problem, problems, notes, probes } = data;
  if (problem) return <NotComparable problem={problem} onCommon={onCommon} />;
  const chosen = Math.min(Number(query.get("row") ?? 0) || 0, tasks.length - 1);
  return (
    <Stack gap="md">
      {notes.length > 0 && <Notes texts={notes} />}
      {ofProbe && probes.length > 0 && (
        <Text size="sm" c="dimmed">
          Probes are compared by themselves:{" "}
          {probes.map((probe, at) => (
            <span key={probe}>
              {at > 0 && ", "}
              <Link href={ofProbe(probe)}>{probe}</Link>
            </span>
          ))}
        </Text>
      )}
      {problems.map(({ task, reason }) => (
        <Alert key={task} color="yellow" variant="light" title={`${task} is not compared`}>
          <span className={classes.reason}>{reason}</span>
        </Alert>
      ))}
      {tasks.length > 1 && (
        <ComparedTasks
          tasks={tasks}
          chosen={chosen}
          onChoose={(row) => setQuery({ row: row === 0 ? null : String(row) })}
        />
      )}
      {tasks[chosen] && <TaskPart key={chosen} page={tasks[chosen]} />}
    </Stack>
  );
}

/** Why two runs cannot be compared, in the words of the comparison. */
function NotComparable(props: {
  readonly problem: NonNullable<CompareDocument["problem"]>;
  readonly onCommon: (() => void) | undefined;
}): ReactNode {
  const { problem, onCommon } = props;
  const isDifferent = problem.reason.includes("not comparable");
  return (
    <Alert color="yellow" variant="light" title="These cannot be compared" role="alert">
      <span className={classes.reason}>{problem.reason}</span>
      {!isDifferent && problem.hint !== undefined && (
        <Text size="sm" mt="xs">
          {problem.hint}
        </Text>
      )}
      {isDifferent && onCommon && (
        <Button variant="default" size="compact-sm" mt="sm" display="block" onClick={onCommon}>
          Compare what they have in common
        </Button>
      )}
    </Alert>
  );
}

function TaskPart({ page }: { readonly page: ComparedTaskPage }): ReactNode {
  const { task } = page;
  const [comparison] = task.comparisons;
  if (!comparison) return null;
  const score = comparison.metrics[comparison.headline];
  return (
    <Stack gap="md">
      <div>
        <Title order={2} size="h4">
          {[task.id, ...(task.of === undefined ? [] : [task.of])].join(" · ")}
        </Title>
        <Text data-verdict={score?.verdict} className={classes.sentence}>
          {differenceWords(comparison)}
        </Text>
      </div>
      <div>
        <Title order={3} size="h5" mb={4}>
          Samples that changed
        </Title>
        <Flips page={page} />
      </div>
      <FiguresTable table={comparedMetricsTable(comparison)} />
      <FiguresTable table={noiseTable(comparison)} />
      <FiguresTable table={sliceDifferenceTable(comparison)} />
    </Stack>
  );
}
