import { expect, it } from "vitest";
import { UserError } from "../../core/user-error.ts";
import { Interrupted } from "../../engine/interrupted.ts";
import type { Task } from "../task/open-task.ts";
import { TaskFailures } from "./task-failures.ts";

const [first, second] = [{ id: "first" }, { id: "second" }] as unknown as [Task, Task];

function going({ keepsGoing = true, stop = new AbortController().signal } = {}) {
  const texts: string[] = [];
  const fails = new TaskFailures({
    keepsGoing,
    stop,
    onEvent: (event) => {
      if (event.type === "warning") texts.push(event.text);
    },
  });
  const fail = (task: Task, error: unknown) => fails.guard(task, () => Promise.reject(error));
  return { fails, fail, texts };
}

it("records mistakes of data, and calls any other error a defect", async () => {
  const { fails, fail, texts } = going();
  await fail(first, new RangeError("out of range"));
  await fail(first, new UserError("later"));
  expect(fails.list).toEqual([
    {
      task: "first",
      error: "a defect of Vidimus, please report it (RangeError: out of range)",
      isDefect: true,
    },
  ]);
  expect(texts).toHaveLength(1);
  expect(fails.without([first, second])).toEqual([second]);
  await fail(second, new UserError("targets.csv: no such file"));
  expect(fails.list[1]).toEqual({ task: "second", error: "targets.csv: no such file" });
  expect(() => fails.without([first, second])).toThrow(RangeError);
});

it("goes on after nothing that concerns all tasks, nor where it is not asked to", async () => {
  const full = Object.assign(new Error("no space left"), { syscall: "write", code: "ENOSPC" });
  for (const error of [full, new Interrupted()])
    await expect(going().fail(first, error)).rejects.toBe(error);
  const own = new UserError("wrong");
  await expect(going({ keepsGoing: false }).fail(first, own)).rejects.toBe(own);
  await expect(going({ stop: AbortSignal.abort() }).fail(first, own)).rejects.toBe(own);
});
