import {
  Anchor,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, useLocation } from "wouter";
import { changes, documents } from "../../../src/server/contract.ts";
import type {
  DrawnFrom,
  QueueCard,
  QueueChoices,
} from "../../../src/summary/review/review-pages.ts";
import { Failed, Loading } from "../app/loading.tsx";
import { NumberField } from "../app/number-field.tsx";
import { useDocument } from "../app/use-document.ts";
import { useProblems } from "../app/use-problems.ts";
import { post } from "./post.ts";

/** Makes a queue of answers: which run and task, what is asked of them, how many and which seed. */
export function NewQueuePage(): ReactNode {
  const { data, error } = useDocument(documents.runs);
  const [chosen, setChosen] = useState<string>();
  const run = chosen ?? data?.runs[0]?.id;
  const choices = useDocument(run === undefined ? undefined : documents.queueChoices(run));
  if (error) return <Failed error={error} />;
  if (!data) return <Loading />;
  return (
    <Stack maw={560}>
      <div>
        <Title order={1} size="h2">
          New queue
        </Title>
        <Text size="sm" c="dimmed">
          <Anchor component={Link} href="/review" size="sm" underline="always">
            Review
          </Anchor>
          {" · "}answers are drawn at random, evenly over systems
        </Text>
      </div>
      {data.runs.length === 0 && <Text c="dimmed">There is no run in this folder.</Text>}
      {run !== undefined && (
        <NativeSelect
          label="Run"
          value={run}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={data.runs.map(({ id, name }) => ({ value: id, label: `${name} (${id})` }))}
        />
      )}
      {choices.error && <Failed error={choices.error} />}
      {choices.data && <QueueForm key={run} choices={choices.data} />}
    </Stack>
  );
}

const drawnFrom: readonly { readonly value: DrawnFrom; readonly label: string }[] = [
  { value: "all", label: "All answers" },
  { value: "judged", label: "Answers that the judge has graded" },
  { value: "mistakes", label: "Answers with a mistake" },
];

function QueueForm({ choices }: { readonly choices: QueueChoices }): ReactNode {
  const tasks = choices.tasks.filter(({ aspects }) => aspects.length > 0);
  const [taskId, setTask] = useState(tasks[0]?.id);
  const task = tasks.find(({ id }) => id === taskId);
  const [aspectId, setAspect] = useState<string>();
  const aspect = task?.aspects.find(({ id }) => id === aspectId) ?? task?.aspects[0];
  const own = task?.systems.filter(({ isReference }) => !isReference) ?? [];
  const [systems, setSystems] = useState<readonly string[]>();
  const wanted = systems ?? own.map(({ id }) => id);
  const [from, setFrom] = useState<DrawnFrom>("all");
  const [n, setN] = useState(100);
  const [seed, setSeed] = useState(1);
  const [raters, setRaters] = useState(2);
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<Error>();
  const [hasProblems, noteProblem] = useProblems();
  const [isBusy, setBusy] = useState(false);
  const client = useQueryClient();
  const [, go] = useLocation();
  if (!task || !aspect)
    return <Text c="dimmed">People cannot be asked anything about the answers of this run.</Text>;
  const make = async () => {
    setBusy(true);
    try {
      const card = await post<QueueCard>(changes.makeQueue, {
        ...{ run: choices.run, task: task.id, aspect: aspect.id, systems: wanted },
        ...{ from, n, seed, raters },
        ...(name.trim() === "" ? {} : { name: name.trim() }),
      });
      await client.invalidateQueries({ queryKey: [documents.reviews.path] });
      go(`/review/${encodeURIComponent(card.name)}`);
    } catch (error) {
      setProblem(error as Error);
      setBusy(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <Stack>
        <Group grow>
          <NativeSelect
            label="Task"
            value={task.id}
            onChange={(event) => {
              setTask(event.currentTarget.value);
              setSystems(undefined);
            }}
            data={tasks.map(({ id }) => id)}
          />
          <NativeSelect
            label="Aspect"
            value={aspect.id}
            onChange={(event) => {
              setAspect(event.currentTarget.value);
              setFrom(event.currentTarget.value === "error-class" ? "mistakes" : "all");
            }}
            data={task.aspects.map(({ id, title }) => ({ value: id, label: title }))}
          />
        </Group>
        <NativeSelect
          label="Drawn from"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value as DrawnFrom)}
          data={drawnFrom.filter(({ value }) => value !== "judged" || aspect.isJudged)}
        />
        <Checkbox.Group label="Systems" value={[...wanted]} onChange={(value) => setSystems(value)}>
          <Group mt={6}>
            {task.systems.map(({ id }) => (
              <Checkbox key={id} value={id} label={id} />
            ))}
          </Group>
        </Checkbox.Group>
        <Group grow align="start">
          {(
            [
              ["Answers", n, setN, 1],
              ["Seed", seed, setSeed, 0],
              ["Raters", raters, setRaters, 1],
            ] as const
          ).map(([label, value, set, min]) => (
            <NumberField
              key={label}
              {...{ label, value, min }}
              isWhole
              size="sm"
              pauseMs={0}
              onNumber={(number) => set(number!)}
              onProblem={(wrong) => noteProblem(label, wrong)}
            />
          ))}
        </Group>
        <TextInput
          label="Name"
          placeholder={`${task.id}-${aspect.id}`}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {problem && <Failed error={problem} />}
        <Group>
          <Button type="submit" loading={isBusy} disabled={wanted.length === 0 || hasProblems}>
            Make the queue
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
