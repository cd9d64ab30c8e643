import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { forestPlot } from "../../../src/report/chart/forest-plot.ts";
import { isBaseline } from "../../../src/summary/baseline-systems.ts";
import { Failed, Loading } from "../app/loading.tsx";
import { Chart } from "../chart/drawing.tsx";
import { scoreWorker } from "./work/run-workers.ts";
import type { TaskPlace } from "./work/sample-worker.ts";

/** The first metric of a run without figures, such as one that goes on, from what there is. */
export function UnsummedScores({ at }: { readonly at: TaskPlace }): ReactNode {
  const { task } = at;
  const [metric] = task.metrics;
  const systems = task.systems.map(({ id }) => id);
  const { data, error } = useQuery({
    queryKey: ["unsummed", at.base, at.place],
    queryFn: () => scoreWorker.score({ at, systems, metric: metric?.id ?? "", topic: "unsummed" }),
    enabled: metric !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!metric) return <Text c="dimmed">This task has no metrics.</Text>;
  if (error) return <Failed error={error} />;
  if (!data) return <Loading />;
  const rows = data.map(({ system, score }) => ({
    ...{ chance: null, majority: null, oracle: null, bounds: null },
    label: system,
    value: score?.value ?? null,
    low: score?.low ?? null,
    high: score?.high ?? null,
    isBaseline: task.systems.some((one) => one.id === system && isBaseline(one)),
  }));
  const { title, unit } = metric;
  return (
    <Stack>
      <Chart
        draw={(width) => forestPlot({ title: `${title} so far`, axis: title, unit, rows, width })}
      />
    </Stack>
  );
}
