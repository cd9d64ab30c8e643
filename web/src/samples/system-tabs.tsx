import { Tabs } from "@mantine/core";
import type { ReactNode } from "react";
import type {
  SamplePage as SampleDocument,
  SampleSystem,
} from "../../../src/summary/browse/sample-page.ts";
import classes from "./samples.module.css";

/** The systems as tabs, with what each came to by the first metric. */
export function SystemTabs(props: {
  readonly page: SampleDocument;
  readonly system: SampleSystem;
  choose(id: string): void;
  /** What is shown of the system that is chosen. */
  readonly children: ReactNode;
}): ReactNode {
  const { page, system, choose, children } = props;
  return (
    <Tabs value={system.id} onChange={(id) => id !== null && choose(id)} variant="default">
      <Tabs.List aria-label="Systems">
        {page.systems.map((one) => (
          <Tabs.Tab key={one.id} value={one.id}>
            <span className={one.isReference ? classes.note : undefined}>{one.id}</span>
            <Sign system={one} page={page} />
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={system.id} pt="md">
        {children}
      </Tabs.Panel>
    </Tabs>
  );
}

function Sign(props: { readonly system: SampleSystem; readonly page: SampleDocument }): ReactNode {
  const { system, page } = props;
  const [answer] = system.answers;
  if (!answer) return null;
  const [metric] = page.metrics;
  const value = metric && answer.values[metric.id];
  const isBest = metric && value === metric.best;
  const isWrong = answer.errorClass !== undefined || (metric && value != null && !isBest);
  if (!isWrong && !isBest) return null;
  return (
    <span className={`${classes.mark} ${isWrong ? classes.bad : classes.good}`}>
      {isWrong ? "✗" : "✓"}
    </span>
  );
}
