import { expect, it } from "vitest";
import { metricList } from "../../../metrics/index.ts";
import { checkNames } from "./load-metrics.ts";

it("says which name of the list is not the one that a metric is offered by", async () => {
  const { load } = metricList.find(({ names }) => names?.includes("detection-map"))!;
  const module = await load();
  expect(() => checkNames(["detection-map"], module)).not.toThrow();
  expect(() => checkNames(["detecton-map"], module)).toThrow(
    /lists "detecton-map", but the file it loads offers detection-map/,
  );
});
