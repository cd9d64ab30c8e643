import { Button, Group, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { formatCount } from "../../../src/summary/format-number.ts";
import { useFacts } from "../app/use-document.ts";
import { sampleAddress } from "./sample-address.ts";
import type { PlacedSample } from "./sample-order.ts";
import classes from "./samples.module.css";

interface SampleHeadProps {
  readonly run: string;
  readonly task: string;
  readonly sample: string;
  /** Where it stands in the table; not where that is not known. */
  readonly placed: PlacedSample | null | undefined;
  goTo(step: 1 | -1): void;
  onHelp(): void;
}

/** Where a sample is, and where one can go from it. */
export function SampleHead({
  run,
  task,
  sample,
  placed,
  goTo,
  onHelp,
}: SampleHeadProps): ReactNode {
  const ofRun = `/runs/${encodeURIComponent(run)}`;
  const facts = useFacts();
  return (
    <div>
      <nav className={classes.path} aria-label="Where this is">
        <Link href={ofRun}>{run}</Link>
        <span aria-hidden="true">/</span>
        <Link href={`${ofRun}?${new URLSearchParams({ task })}`}>{task}</Link>
      </nav>
      <Group justify="space-between" align="flex-start" gap="xs">
        <Title order={1} size="h3" className={classes.wrap}>
          {sample}
        </Title>
        <Group gap="xs">
          {placed && <Neighbours placed={placed} goTo={goTo} />}
          {facts?.mode === "live" && (
            <Button
              component={Link}
              href={`${sampleAddress(run, task, sample)}/correct`}
              variant="default"
              size="compact-sm"
            >
              Correct the reference
            </Button>
          )}
          <Button variant="default" size="compact-sm" onClick={onHelp} aria-label="Keys">
            ?
          </Button>
        </Group>
      </Group>
    </div>
  );
}

function Neighbours(props: { readonly placed: PlacedSample; goTo(step: 1 | -1): void }): ReactNode {
  const { order, place } = props.placed;
  return (
    <Button.Group>
      <Button
        variant="default"
        size="compact-sm"
        disabled={place === 0}
        onClick={() => props.goTo(-1)}
        aria-label="Previous sample"
      >
        ↑
      </Button>
      <Button.GroupSection variant="default" size="compact-sm">
        {formatCount(place + 1)} of {formatCount(order.count)}
      </Button.GroupSection>
      <Button
        variant="default"
        size="compact-sm"
        disabled={place + 1 >= order.count}
        onClick={() => props.goTo(1)}
        aria-label="Next sample"
      >
        ↓
      </Button>
    </Button.Group>
  );
}
