import { Badge, Group, Kbd, Stack, Table, Text, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { changes, documents } from "../../../src/server/contract.ts";
import type {
  DecidedItem,
  QueuePage,
  QueueResult,
} from "../../../src/summary/review/review-pages.ts";
import classes from "./decisions.module.css";
import { ItemDesk, useShownClip, valueShortcuts } from "./item-desk.tsx";
import { post } from "./post.ts";
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
  const [problem, setProblem] = useState<Error>();
  const item = differing[at];
  const clip = useShownClip(item);
  const go = (place: number) => {
    setAt(Math.min(differing.length - 1, Math.max(0, place)));
    clip.show(0);
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
    ...valueShortcuts(values, decide),
    { key: "j", title: "Next item", run: () => go(at + 1) },
    { key: "k", title: "Item before", run: () => go(at - 1) },
    ...clip.shortcuts,
  ]);
  const left = differing.filter(({ adjudicated }) => adjudicated === null).length;
  return (
    <Stack>
      {result.raters.length > 1 && (
        <Title order={2} size="h4">
          Disagreements
        </Title>
      )}
      {item ? (
        <>
          <Text size="sm" c="dimmed">
            {differing.length} of {result.items.length}, {left} to decide. <Kbd>j</Kbd> <Kbd>k</Kbd>{" "}
            move, numbers decide, <Kbd>?</Kbd> shows all keys.
          </Text>
          <ItemDesk
            item={item}
            clip={clip}
            place={`Disagreement ${at + 1} of ${differing.length}`}
            values={values}
            chosen={item.adjudicated ?? undefined}
            problem={problem}
            above={<Said item={item} raters={result.raters} />}
            onValue={(value) => void decide(value)}
          />
        </>
      ) : (
        result.raters.length > 1 && <Text c="dimmed">Raters never differ.</Text>
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
