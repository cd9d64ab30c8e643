import { Alert, Anchor, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Link, useParams } from "wouter";
import { documents } from "../../../src/server/contract.ts";
import type { QueueCard } from "../../../src/summary/review/review-pages.ts";
import { Failed, Loading } from "../app/loading.tsx";
import { useDocument } from "../app/use-document.ts";
import { FeedbackRateText } from "./feedback-rate-text.tsx";
import { QueueResults } from "./queue-results.tsx";
import { RaterName } from "./rater-name.tsx";
import { Rating } from "./rating.tsx";
import { useRater } from "./use-rater.ts";

/** One queue: rated item by item until all raters are done, then what they came to. */
export function QueuePage(): ReactNode {
  const { queue = "" } = useParams<{ queue: string }>();
  const name = decodeURIComponent(queue);
  const [rater, setRater] = useRater();
  const { data, error } = useDocument(documents.review(name), {
    refetchInterval: 5_000,
    staleTime: 0,
  });
  if (error) return <Failed error={error} />;
  if (!data) return <Loading />;
  const { card, result } = data;
  return (
    <Stack>
      <Head card={card} rater={result ? "" : rater} onLeave={() => setRater("")} />
      {result ? (
        <QueueResults page={data} result={result} rater={rater} onRater={setRater} />
      ) : rater === "" ? (
        <RaterName onName={setRater} />
      ) : isFull(card, rater) ? (
        <Alert color="yellow" title="This queue has all its raters">
          {card.raters.map((one) => one.rater).join(" and ")} rate it. What they come to is shown
          here once both are done.
        </Alert>
      ) : (
        <Rating queue={name} rater={rater} />
      )}
    </Stack>
  );
}

interface HeadProps {
  readonly card: QueueCard;
  readonly rater: string;
  onLeave(): void;
}

function Head({ card, rater, onLeave }: HeadProps): ReactNode {
  const { name, run, task, aspect, items, seed, feedback } = card;
  return (
    <div>
      <Group justify="space-between" align="baseline">
        <Title order={1} size="h2">
          {name}
        </Title>
        {rater !== "" && (
          <Text size="sm" c="dimmed">
            rated by {rater}{" "}
            <Anchor component="button" type="button" onClick={onLeave} size="sm" underline="always">
              change
            </Anchor>
          </Text>
        )}
      </Group>
      <Text c="dimmed" size="sm">
        <Anchor component={Link} href="/review" size="sm" underline="always">
          Review
        </Anchor>
        {" · "}
        {[aspect.title, task, run, `${items} items`, feedback ? undefined : `seed ${seed}`]
          .filter(Boolean)
          .join(" · ")}
      </Text>
      {feedback && <FeedbackRateText rate={feedback} />}
    </div>
  );
}

function isFull({ raters, wanted }: QueueCard, rater: string): boolean {
  return raters.length >= wanted && !raters.some((one) => one.rater === rater);
}
