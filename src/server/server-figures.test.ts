import { Hono } from "hono";
import { expect, it } from "vitest";
import { ServerFigures } from "./server-figures.ts";

it("counts requests by place and status, those that fail included", async () => {
  const figures = new ServerFigures();
  const app = new Hono();
  app.use(figures.count);
  app.get("/data/a.json", (context) => context.json({}));
  app.get("/data/bad", () => {
    throw new Error("no");
  });
  app.onError((_, context) => context.text("sorry", 500));
  for (const path of ["/data/a.json", "/data/a.json", "/data/bad", "/nowhere"])
    await app.request(path);
  const text = figures.text();
  expect(text).toContain('vidimus_view_request_seconds_count{place="data",status="200"} 2\n');
  expect(text).toContain('vidimus_view_request_seconds_count{place="data",status="500"} 1\n');
  expect(text).toContain('vidimus_view_request_seconds_count{place="app",status="404"} 1\n');
  expect(text).toContain('_bucket{place="data",status="200",le="+Inf"} 2\n');
  expect(text).toContain("vidimus_view_requests_in_flight 0\n");
});
