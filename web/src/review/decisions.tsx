import { Badge, Grid, Group, Kbd, Stack, Table, Text, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { changes, documents } from "../../../src/server/contract.ts";
import type {
  DecidedItem,
  QueuePage,
  QueueResult,
} from "../../../src/summary/review/review-pages.ts";
import { Failed } from "../app/loading.tsx";
import type { PlayerHandle } from "../player/player.tsx";
import classes from "./decisions.module.css";
import { EvidenceClips } from "./evidence-clips.tsx";
import { ItemText } from "./item-text.tsx";
import { post } from "./post.ts";
import { Values } from "./rating.tsx";
import { useShortcuts } from "./shortcuts.tsx";

interface DecisionsProps {
  readonly queue: string;
  readonly values: readonly string[];
  readonly result: QueueResult;
  readonly rater: string;
}

/** Items on which raters differ, to be decided one by one; the others below. */
export function Decisions({ queue, values, result, rater }: DecisionsProps): ReactNode {
  const client = useQueryClient();
  const differing = result.items.filter(isDisputed);
  const agreed = result.items.filter((item) => !isDisputed(item));
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      differing.findIndex(({ adjudicated }) => adjudicated === null),
    ),
  );
  const [clip, setClip] = useState(0);
  const [problem, setProblem] = useState<Error>();
  const player = useRef<PlayerHandle>(null);
  const item = differing[at];
  const go = (place: number) => {
    setAt(Math.min(differing.length - 1, Math.max(0, place)));
    setClip(0);
  };
  const decide = async (value: string) => {
    if (!item) return;
    try {
      const page = await post<QueuePage>(changes.adjudicate(queue), {
        ...{ item: item.id, rater, value },
      });
      client.setQueryData([documents.review(queue).path], page);
      setProblem(undefined);
      const open = differing.findIndex(
        (one, place) => place !== at && one.adjudicated === null && place > at,
      );
      if (open >= 0) go(open);
    } catch (error) {
      setProblem(error as Error);
    }
  };
  const help = useShortcuts([
    ...values.map((value, place) => ({
      key: String(place + 1),
      title: `Decide: ${value}`,
      run: () => void decide(value),
    })),
    { key: "j", title: "Next item", run: () => go(at + 1) },
    { key: "k", title: "Item before", run: () => go(at - 1) },
    { key: " ", title: "Play or pause the clip", run: () => player.current?.toggle() },
  ]);
  const left = differing.filter(({ adjudicated }) => adjudicated === null).length;
  return (
    <Stack>
      <Title order={2} size="h4">
        Disagreements
      </Title>
      {item ? (
        <>
          <Text size="sm" c="dimmed">
            {differing.length} of {result.items.length}, {left} to decide. <Kbd>j</Kbd> <Kbd>k</Kbd>{" "}
            move, numbers decide, <Kbd>?</Kbd> shows all keys.
          </Text>
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, md: 7 }}>
              <EvidenceClips
                key={item.id}
                clips={item.clips}
                at={clip}
                onClip={setClip}
                player={player}
              />
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 5 }}>
              <Stack>
                <Text size="sm" c="dimmed">
                  Disagreement {at + 1} of {differing.length}
                </Text>
                <ItemText item={item} />
                <Said item={item} raters={result.raters} />
                <Values
                  values={values}
                  chosen={item.adjudicated ?? undefined}
                  onValue={(value) => void decide(value)}
                />
                {problem && <Failed error={problem} />}
              </Stack>
            </Grid.Col>
          </Grid>
        </>
      ) : (
        <Text c="dimmed">Raters never differ.</Text>
      )}
      <ItemTable title="All items" items={[...differing, ...agreed]} raters={result.raters} />
      {help}
    </Stack>
  );
}

/** Who said what of an item. */
function Said({
  item,
  raters,
}: {
  readonly item: DecidedItem;
  readonly raters: readonly string[];
}): ReactNode {
  return (
    <Stack gap={4}>
      {raters.map((rater, place) => (
        <Text key={rater} size="sm">
          <Text span c="dimmed">
            {rater}:{" "}
          </Text>
          {item.ratings[place] ?? "–"}
          {item.notes[place] && (
            <Text span c="dimmed">
              {" "}
              “{item.notes[place]}”
            </Text>
          )}
        </Text>
      ))}
      {item.judged !== null && (
        <Text size="sm">
          <Text span c="dimmed">
            judge:{" "}
          </Text>
          {item.judged}
        </Text>
      )}
    </Stack>
  );
}

interface ItemTableProps {
  readonly title: string;
  readonly items: readonly DecidedItem[];
  readonly raters: readonly string[];
}

function ItemTable({ title, items, raters }: ItemTableProps): ReactNode {
  const hasJudge = items.some(({ judged }) => judged !== null);
  const hasClass = items.some(({ automatic }) => automatic !== null);
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {title}
      </Title>
      <Table.ScrollContainer minWidth={640}>
        <Table className={classes.items}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Sample</Table.Th>
              <Table.Th>System</Table.Th>
              {raters.map((rater) => (
                <Table.Th key={rater}>{rater}</Table.Th>
              ))}
              <Table.Th>Decided</Table.Th>
              {hasJudge && <Table.Th>Judge</Table.Th>}
              {hasClass && <Table.Th>Error class by rules</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((item) => (
              <Table.Tr key={item.id}>
                <Table.Td>{item.sample}</Table.Td>
                <Table.Td>{item.system}</Table.Td>
                {item.ratings.map((rating, place) => (
                  <Table.Td key={raters[place]}>{rating ?? "–"}</Table.Td>
                ))}
                <Table.Td>
                  <Group gap={6} wrap="nowrap">
                    {item.final ?? "open"}
                    {item.adjudicated !== null && (
                      <Badge size="xs" variant="default" tt="none">
                        adjudicated
                      </Badge>
                    )}
                  </Group>
                </Table.Td>
                {hasJudge && <Table.Td>{item.judged ?? "–"}</Table.Td>}
                {hasClass && <Table.Td>{item.automatic ?? "–"}</Table.Td>}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}

function isDisputed({ ratings }: DecidedItem): boolean {
  return new Set(ratings.filter((rating) => rating !== null)).size > 1;
}
