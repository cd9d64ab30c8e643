import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { firstIssue } from "../../core/first-issue.ts";
import { countKeys, isRecord, mostLevels } from "../../core/json.ts";
import {
  answerSchema,
  type CommandAnswer,
  type CommandAsk,
  type Ready,
  readySchema,
} from "./command-protocol.ts";
import { lineSplitter, longestMessage } from "./line-splitter.ts";
import { endWithProgram, hasGroups, killGroup } from "./process-group.ts";
import { writtenMessage } from "./written-message.ts";

export interface ProcessOptions {
  readonly command: readonly string[];
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly startTimeoutMs: number;
  /** What is said first. */
  readonly hello: Readonly<Record<string, unknown>>;
}

/**
 * The process ended, or said something that cannot be understood, before it had answered
 * everything.
 */
export class CommandDied extends Error {
  override readonly name = "CommandDied";
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;
interface Pending {
  onAnswer(answer: CommandAnswer): void;
  onDeath(error: CommandDied): void;
}

const keptLines = 12;
const longestLine = 400;
const farewellMs = 3_000;
/**
 * What it wrote before it ended is read for so long; what it started itself may hold its output
 * open for ever.
 */
const echoMs = 1_000;

const tooDeep = `an answer cannot be read: it is nested more than ${mostLevels} levels deep`;
const endless = `it wrote a line of more than ${longestMessage / 1e6} million characters`;

/**
 * One running child process that speaks JSON lines. What it writes to its standard error is kept
 * for the day it fails.
 */
export class CommandProcess {
  readonly #child: Child;
  readonly #pending = new Map<number, Pending>();
  readonly #said: string[] = [];
  readonly #exited: Promise<unknown>;
  readonly #output = lineSplitter({
    onLine: (line) => this.#take(line),
    onEndless: () => this.kill(endless),
  });
  readonly #errors = lineSplitter({ onLine: (line) => this.#keep(line) });
  #lastId = 0;
  #isMute = false;
  #onReady: ((ready: Ready) => void) | undefined;
  #onFailedStart: ((error: Error) => void) | undefined;
  #death: CommandDied | undefined;

  private constructor({ command, directory, environment }: ProcessOptions) {
    const [program, ...args] = command as readonly [string, ...string[]];
    // A group of its own, so that whatever it starts ends with it, and Ctrl-C reaches it through us
    // alone.
    this.#child = spawn(program, args, {
      cwd: directory,
      env: environment,
      stdio: ["pipe", "pipe", "pipe"],
      detached: hasGroups,
    });
    endWithProgram(this.#child);
    this.#exited = once(this.#child, "close").catch(() => undefined);
    this.#child.on("error", (error) => this.#die(error.message));
    this.#child.on("exit", () => {
      // What it left behind would hold memory, files and its output for ever.
      killGroup(this.#child);
      setTimeout(() => this.#hangUp(), echoMs).unref();
    });
    this.#child.on("close", (code, signal) => {
      this.#output.end();
      const isSilenced = this.#isMute && signal === "SIGKILL";
      this.#die(
        isSilenced
          ? "closed its standard output"
          : signal
            ? `ended by ${signal}`
            : `ended with code ${code}`,
      );
    });
    this.#child.stdin.on("error", () => undefined);
    this.#child.stdout.setEncoding("utf8").on("data", (text: string) => this.#output.take(text));
    this.#child.stdout.on("end", () => setTimeout(() => this.#silence(), echoMs).unref());
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => this.#errors.take(text));
    this.#letGo();
  }

  /** Starts the command and waits until it says that it is ready. */
  static async start(
    options: ProcessOptions,
  ): Promise<{ readonly process: CommandProcess; readonly ready: Ready }> {
    const process = new CommandProcess(options);
    const { promise, resolve, reject } = Promise.withResolvers<Ready>();
    process.#onReady = resolve;
    process.#onFailedStart = reject;
    if (process.#death) reject(process.#death);
    const timer = setTimeout(
      () => process.kill(`not ready within ${options.startTimeoutMs} ms`),
      options.startTimeoutMs,
    );
    process.#send({ type: "hello", ...options.hello });
    try {
      return { process, ready: await promise };
    } finally {
      clearTimeout(timer);
    }
  }

  get isAlive(): boolean {
    return this.#death === undefined;
  }

  /** Why it is no longer alive. */
  get death(): string | undefined {
    return this.#death?.message;
  }

  /** What it wrote last, to be put behind what went wrong; empty where it wrote nothing. */
  lastWords(): string {
    this.#errors.end();
    return this.#said.length === 0 ? "" : `; it said last:\n${this.#said.join("\n")}`;
  }

  /** Numbers what this process is asked. */
  nextId(): number {
    return ++this.#lastId;
  }

  /** Sends asks together; every one of them is answered or ends with the process. */
  ask(asks: readonly CommandAsk[], listener: (ask: CommandAsk) => Pending): void {
    for (const ask of asks) this.#pending.set(ask.id, listener(ask));
    this.#send({ type: "ask", asks });
    if (this.#death) this.#fail(this.#death);
  }

  /** Sends one message that is answered by its id, or ends with the process. */
  request(message: CommandAsk, pending: Pending): void {
    this.#pending.set(message.id, pending);
    this.#send(message);
    if (this.#death) this.#fail(this.#death);
  }

  /** Sends a message that nothing is answered to. */
  tell(message: Readonly<Record<string, unknown>>): void {
    this.#send(message);
  }

  cancel(ids: readonly number[]): void {
    this.#send({ type: "cancel", ids });
  }

  /** Ends it at once. */
  kill(reason: string): void {
    this.#die(reason);
    killGroup(this.#child);
  }

  /** Lets it end by itself, and ends it where it does not. */
  async end(): Promise<void> {
    this.#send({ type: "bye" });
    this.#child.stdin.end();
    // Waiting for its end must not be kept from ending by a program that has nothing else to do.
    this.#child.ref();
    const timer = setTimeout(() => {
      killGroup(this.#child);
      this.#hangUp();
    }, farewellMs);
    await this.#exited;
    clearTimeout(timer);
  }

  #send(message: unknown): void {
    const { stdin } = this.#child;
    if (!stdin.writable) return;
    const { line, attached } = writtenMessage(message);
    stdin.cork();
    stdin.write(line);
    for (const bytes of attached) stdin.write(bytes);
    stdin.uncork();
  }

  /**
   * Without its output it is of no use. One that is about to end, which may take a while, still
   * ends in its own way.
   */
  #silence(): void {
    this.#isMute = true;
    killGroup(this.#child);
  }

  #hangUp(): void {
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
  }

  /**
   * Libraries print to standard output what they like: whatever is no message counts as written to
   * standard error.
   */
  #take(line: string): void {
    const message = line.trimStart().startsWith("{") ? parsed(line.trimStart()) : undefined;
    if (isRecord(message) && message.type === "ready") this.#start(message);
    else if (isRecord(message) && message.type === "answer") this.#receive(message);
    else this.#keep(line);
  }

  #receive(message: Readonly<Record<string, unknown>>): void {
    const isDeep = countKeys(message) === undefined;
    const answer = isDeep ? undefined : answerSchema.safeParse(message);
    const why = isDeep
      ? tooDeep
      : answer?.error
        ? `an answer cannot be read: ${firstIssue(answer.error, "message")}`
        : "";
    if (answer?.success) this.#answer(answer.data);
    else if (typeof message.id === "number" && this.#pending.has(message.id))
      this.#answer({ type: "answer", id: message.id, error: why, cause: "deterministic" });
    else this.kill(why);
  }

  #start(message: unknown): void {
    const ready = readySchema.safeParse(message);
    if (ready.success) this.#onReady?.(ready.data);
    else this.kill(`its ready message cannot be read: ${firstIssue(ready.error, "message")}`);
  }

  /**
   * A second answer, or one to what nobody waits for any more, changes nothing. Where ids are made
   * up, no answer is to be trusted.
   */
  #answer(answer: CommandAnswer): void {
    const pending = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    pending?.onAnswer(answer);
    if (answer.id < 1 || answer.id > this.#lastId)
      this.kill(`it answered ${answer.id}, which it was not asked`);
  }

  #keep(line: string): void {
    this.#said.push(line.slice(0, longestLine));
    if (this.#said.length > keptLines) this.#said.shift();
  }

  #die(reason: string): void {
    if (this.#death) return;
    this.#errors.end();
    // The last line is most often what happened; the ones before it may be cut off where it is shown.
    const last = this.#said.length > 1 ? `: ${this.#said.at(-1)}` : "";
    this.#death = new CommandDied(`${reason}${last}${this.lastWords()}`);
    this.#onFailedStart?.(this.#death);
    this.#fail(this.#death);
  }

  #fail(error: CommandDied): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { onDeath } of pending) onDeath(error);
  }

  /**
   * A child that only waits must not keep the program from ending; without its parent it reads the
   * end of its input.
   */
  #letGo(): void {
    this.#child.unref();
    for (const stream of [this.#child.stdin, this.#child.stdout, this.#child.stderr])
      (stream as { unref?(): void }).unref?.();
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
