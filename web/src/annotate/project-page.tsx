import {
  Alert,
  Badge,
  Button,
  Group,
  NativeSelect,
  Stack,
  Table,
  Text,
  Title,
} from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { Link, useParams } from "wouter";
import {
  documents,
  exportAddress,
  importAddress,
  type Problem,
} from "../../../src/server/contract.ts";
import type {
  AnnotatorAgreement,
  ImportAnswer,
  ItemCard,
  ProjectPage as Page,
} from "../../../src/summary/annotate/annotation-pages.ts";
import { formatNumber, formatQuantity } from "../../../src/summary/format-number.ts";
import { Command } from "../app/command.tsx";
import { Failed, Loading } from "../app/loading.tsx";
import { NumberField } from "../app/number-field.tsx";
import classes from "./annotate.module.css";
import { AskAnnotator, useAnnotator } from "./annotator-name.tsx";
import { keptItems } from "./kept-steps.ts";
import { useFreshDocument } from "./use-fresh-document.ts";

/** One project: its videos, how far its annotators are and agree, import and export. */
export function ProjectPage(): ReactNode {
  const { project: encoded = "" } = useParams<{ project: string }>();
  const project = decodeURIComponent(encoded);
  const { data, error } = useFreshDocument(documents.project(project));
  const annotator = useAnnotator();
  const [isAsked, setAsked] = useState(false);
  if (error) return <Failed error={error} />;
  if (!data) return <Loading />;
  const unsent = annotator === null ? new Set<string>() : keptItems({ project, annotator });
  const next = data.items.find(
    ({ annotators, problem }) =>
      problem === undefined && !annotators.some((one) => one.name === annotator && one.isDone),
  );
  return (
    <Stack>
      <AskAnnotator opened={annotator === null} />
      {isAsked && <AskAnnotator opened onClose={() => setAsked(false)} />}
      <div>
        <Link href="/annotate">Annotate</Link>
        <Group justify="space-between">
          <Title order={1} size="h2">
            {data.card.name}
          </Title>
          <Group gap="xs">
            <Text size="sm" c="dimmed">
              You are {annotator ?? "…"}
            </Text>
            <Button size="compact-sm" variant="subtle" onClick={() => setAsked(true)}>
              Change
            </Button>
            {next && (
              <Button
                component={Link}
                href={`/annotate/${encoded}/${encodeURIComponent(next.id)}`}
                size="sm"
              >
                Annotate next video
              </Button>
            )}
          </Group>
        </Group>
      </div>
      <Items items={data.items} project={encoded} annotator={annotator} unsent={unsent} />
      {data.gone.length > 0 && (
        <Alert color="yellow" title="Annotated, but no longer in the project">
          {data.gone.join(", ")}. What was marked in them is kept in the journal, and is data again
          once they are back.
        </Alert>
      )}
      {data.items.length === 0 && <Text c="dimmed">There is no video in the folder.</Text>}
      <Agreements agreement={ownFirst(data.agreement, annotator)} annotate={data.plan.annotate} />
      {annotator !== null && <Exchange page={data} project={project} annotator={annotator} />}
      <Evaluate page={data} annotator={annotator} />
    </Stack>
  );
}

function Items(props: {
  readonly items: readonly ItemCard[];
  readonly project: string;
  readonly annotator: string | null;
  readonly unsent: ReadonlySet<string>;
}): ReactNode {
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Video</Table.Th>
            <Table.Th>Yours</Table.Th>
            <Table.Th>Others</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {props.items.map((item) => {
            const own = item.annotators.find(({ name }) => name === props.annotator);
            const others = item.annotators.filter(({ name }) => name !== props.annotator);
            return (
              <Table.Tr key={item.id}>
                <Table.Td>
                  <Link href={`/annotate/${props.project}/${encodeURIComponent(item.id)}`}>
                    {item.id}
                  </Link>
                  {item.problem !== undefined && (
                    <Text size="xs" c="var(--bad)" className={classes.problem}>
                      {item.problem}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>
                  <Group gap="xs">
                    {own ? <Progress {...own} /> : <Text size="sm">–</Text>}
                    {props.unsent.has(item.id) && (
                      <Badge color="orange" variant="dot" tt="none" miw="max-content">
                        not sent yet
                      </Badge>
                    )}
                  </Group>
                </Table.Td>
                <Table.Td>
                  <Group gap="xs">
                    {others.map((one) => (
                      <Progress key={one.name} {...one} isNamed />
                    ))}
                  </Group>
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Progress({
  name,
  marks,
  isDone,
  isNamed = false,
}: ItemCard["annotators"][number] & { readonly isNamed?: boolean }): ReactNode {
  return (
    <Badge variant="dot" color={isDone ? "green" : "gray"} tt="none" miw="max-content">
      {isNamed ? `${name}: ` : ""}
      {formatQuantity(marks, "mark")}
      {isDone ? ", done" : ""}
    </Badge>
  );
}

/** Pairs with oneself come first. */
function ownFirst(
  agreement: readonly AnnotatorAgreement[],
  annotator: string | null,
): readonly AnnotatorAgreement[] {
  const isOwn = ({ first, second }: AnnotatorAgreement) =>
    [first, second].includes(annotator ?? "");
  return [...agreement.filter(isOwn), ...agreement.filter((one) => !isOwn(one))];
}

/** How far every two annotators agree. */
function Agreements({
  agreement,
  annotate,
}: {
  readonly agreement: readonly AnnotatorAgreement[];
  readonly annotate: Page["plan"]["annotate"];
}): ReactNode {
  if (agreement.length === 0) return null;
  const hasTimes = annotate !== "labels";
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table aria-label="Agreement of annotators">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Agreement</Table.Th>
            <Table.Th ta="right">Samples</Table.Th>
            {hasTimes && <Table.Th ta="right">F1 at tIoU 0.5</Table.Th>}
            {hasTimes && <Table.Th ta="right">Mean tIoU</Table.Th>}
            <Table.Th ta="right">Cohen's kappa</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {agreement.map(({ first, second, samples, f1, meanTiou, kappa }) => (
            <Table.Tr key={`${first} ${second}`}>
              <Table.Td>
                {first} and {second}
              </Table.Td>
              <Table.Td ta="right">{samples}</Table.Td>
              {hasTimes && <Table.Td ta="right">{formatNumber(f1, 3)}</Table.Td>}
              {hasTimes && <Table.Td ta="right">{formatNumber(meanTiou, 3)}</Table.Td>}
              <Table.Td ta="right">{formatNumber(kappa, 3)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** Brings in and gives out files of other programs. */
function Exchange({
  page,
  project,
  annotator,
}: {
  readonly page: Page;
  readonly project: string;
  readonly annotator: string;
}): ReactNode {
  const [format, setFormat] = useState(page.formats[0]?.id ?? "");
  const [result, setResult] = useState<{
    readonly lines: readonly string[];
    readonly isGood: boolean;
  }>();
  const file = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  const [rate, setRate] = useState<number>();
  const chosen = page.formats.find(({ id }) => id === format);
  const usual = chosen?.usualTicksPerSecond;
  const lost = page.items
    .filter(
      ({ problem, annotators }) => problem && annotators.some(({ name }) => name === annotator),
    )
    .flatMap(({ id }) => (chosen?.unit === "seconds" ? [] : [id]));
  const take = async (chosenFile: File) => {
    const text = await chosenFile.text();
    const own = { annotator, rate: usual === undefined ? undefined : rate };
    const response = await fetch(importAddress(project, format, own), {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: text,
    }).catch(() => undefined);
    const answer: unknown = await response?.json().catch(() => undefined);
    if (!response?.ok) {
      const { error = "The server does not answer.", hint } = (answer ?? {}) as Partial<Problem>;
      const text = hint === undefined ? error : `${error} (${hint})`;
      return setResult({ lines: [`${chosenFile.name}: ${text}`], isGood: false });
    }
    setResult({ lines: importedLines(answer as ImportAnswer, chosenFile.name), isGood: true });
    await client.invalidateQueries();
  };
  return (
    <div>
      <Title order={2} size="h4" mb="xs">
        Import and export
      </Title>
      <Group align="end">
        <NativeSelect
          label="Format"
          value={format}
          onChange={(event) => setFormat(event.currentTarget.value)}
          data={page.formats.map(({ id, title }) => ({ value: id, label: title }))}
        />
        {usual !== undefined && (
          <NumberField
            label={`Its frame rate (usually ${usual})`}
            size="sm"
            value={rate}
            min={0.001}
            isOptional
            pauseMs={0}
            onNumber={setRate}
          />
        )}
        <Button variant="default" onClick={() => file.current?.click()}>
          Import a file
        </Button>
        <Button
          variant="default"
          component="a"
          href={exportAddress(project, format, annotator)}
          download={`${annotator}-${format}.${chosen?.ending}`}
        >
          Export yours
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          aria-label="File to import"
          accept=".json,.xml"
          onChange={(event) => {
            const [wanted] = event.currentTarget.files ?? [];
            event.currentTarget.value = "";
            if (wanted) void take(wanted);
          }}
        />
      </Group>
      {usual !== undefined && (
        <Text size="xs" c="dimmed" mt={4}>
          {chosen?.title} counts frames at a rate of its own, the frameRate of its Video tag. It is
          only needed for files that do not say it.
        </Text>
      )}
      {lost.length > 0 && (
        <Text size="xs" c="dimmed" mt={4}>
          {chosen?.title} counts frames; without these, which cannot be read: {lost.join(", ")}
        </Text>
      )}
      {result && (
        <Alert mt="sm" color={result.isGood ? "green" : "red"} role="status">
          {result.lines.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </Alert>
      )}
    </div>
  );
}

const mostNamed = 8;

function importedLines(answer: ImportAnswer, file: string): readonly string[] {
  const { items, added, changed, same, unknown, rates, problems } = answer;
  const counts = [
    `${formatQuantity(added, "new mark")}`,
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(same > 0 ? [`${same} there already`] : []),
  ];
  return [
    `${file}: ${counts.join(", ")}, in ${formatQuantity(items, "video")}.`,
    ...rates.map(
      ({ ticksPerSecond, isGiven }) =>
        `Frames were counted at ${Number(ticksPerSecond.toFixed(6))} a second, as ${isGiven ? "given here" : "the file says"}.`,
    ),
    ...problems.slice(0, mostNamed).map(({ video, text }) => `${file}, ${video}: ${text}`),
    ...(problems.length > mostNamed ? [`and ${problems.length - mostNamed} more`] : []),
    ...(unknown.length === 0
      ? []
      : [
          `Not in this project: ${unknown.slice(0, mostNamed).join(", ")}${unknown.length > mostNamed ? " …" : ""}`,
        ]),
  ];
}

/** What was annotated is data as it is. */
function Evaluate({
  page,
  annotator,
}: {
  readonly page: Page;
  readonly annotator: string | null;
}): ReactNode {
  const own = page.card.annotators.find(({ name }) => name === annotator);
  if (!own) return null;
  return (
    <div>
      <Title order={2} size="h4" mb="xs">
        Evaluate with it
      </Title>
      <Command
        text={`vidimus score --family ${page.family} --data ${own.file} --predictions <answers>`}
      />
    </div>
  );
}
