import { Anchor, Badge, Button, Group, Stack, Table, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { documents } from "../../../src/server/contract.ts";
import type { QueueCard } from "../../../src/summary/review/review-pages.ts";
import { Failed, Loading } from "../app/loading.tsx";
import { useDocument } from "../app/use-document.ts";
import { FeedbackRateText } from "./feedback-rate-text.tsx";

/** All review queues of the folder, with how far their raters are. */
export function ReviewsPage(): ReactNode {
  const { data, error } = useDocument(documents.reviews, { refetchInterval: 5_000, staleTime: 0 });
  if (error) return <Failed error={error} />;
  if (!data) return <Loading />;
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1} size="h2">
          Review
        </Title>
        <Button component={Link} href="/review/new">
          New queue
        </Button>
      </Group>
      {data.queues.length === 0 ? (
        <Text c="dimmed">
          No queue yet. A queue is a random sample of a run's answers that two people rate without
          knowing whose they are.
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={640}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Queue</Table.Th>
                <Table.Th>Task</Table.Th>
                <Table.Th>Aspect</Table.Th>
                <Table.Th ta="right">Items</Table.Th>
                <Table.Th>Raters</Table.Th>
                <Table.Th>State</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.queues.map((queue) => (
                <QueueRow key={queue.name} queue={queue} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}

function QueueRow({ queue }: { readonly queue: QueueCard }): ReactNode {
  const { name, run, task, aspect, items, raters, wanted, isDone, createdAt, feedback } = queue;
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} href={`/review/${encodeURIComponent(name)}`}>
          {name}
        </Anchor>
        <Text size="xs" c="dimmed">
          {[run, new Date(createdAt).toLocaleDateString()].filter(Boolean).join(" · ")}
        </Text>
        {feedback && <FeedbackRateText rate={feedback} />}
      </Table.Td>
      <Table.Td>{task}</Table.Td>
      <Table.Td>{aspect.title}</Table.Td>
      <Table.Td ta="right" style={{ fontVariantNumeric: "tabular-nums" }}>
        {items}
      </Table.Td>
      <Table.Td>
        {raters.length === 0 ? (
          <Text c="dimmed" size="sm">
            nobody yet, {wanted} wanted
          </Text>
        ) : (
          raters.map(({ rater, rated }) => (
            <Text size="sm" key={rater} style={{ fontVariantNumeric: "tabular-nums" }}>
              {rater} {rated} of {items}
            </Text>
          ))
        )}
      </Table.Td>
      <Table.Td>
        <Badge
          variant="dot"
          tt="none"
          color={isDone ? "green" : raters.length > 0 ? "blue" : "gray"}
        >
          {isDone ? "rated" : raters.length > 0 ? "under way" : "new"}
        </Badge>
      </Table.Td>
    </Table.Tr>
  );
}
