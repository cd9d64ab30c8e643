import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Readable, Writable } from "node:stream";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/** A browser of this machine, or the one that `VIDIMUS_BROWSER` names. */
export function browserPath(): string {
  if (process.env.VIDIMUS_BROWSER) return process.env.VIDIMUS_BROWSER;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const path = folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(existsSync);
  if (path === undefined)
    throw new Error(
      `no browser is on the path (${names.join(", ")}): install one, or name it with VIDIMUS_BROWSER`,
    );
  return path;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
  readonly sessionId?: string;
}

/** One page of a real browser, spoken to by the DevTools protocol over a pipe. */
export class HeadlessBrowser implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #events: Message[] = [];
  #session: string | undefined;
  #number = 0;
  #text = "";

  private constructor(child: ChildProcess, profile: string) {
    this.#process = child;
    this.#profile = profile;
    (child.stdio[4] as Readable).setEncoding("utf8").on("data", (text: string) => this.#take(text));
  }

  static async open(path: string): Promise<HeadlessBrowser> {
    const profile = mkdtempSync(join(tmpdir(), "vidimus-browser-"));
    const flags = [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--hide-scrollbars",
      "--remote-debugging-pipe",
      `--user-data-dir=${profile}`,
    ];
    const child = spawn(path, [...flags, "about:blank"], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    });
    const browser = new HeadlessBrowser(child, profile);
    const { targetId } = await browser.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await browser.send("Target.attachToTarget", { targetId, flatten: true });
    browser.#session = sessionId as string;
    for (const domain of ["Page", "Runtime", "Log", "Network"])
      await browser.send(`${domain}.enable`);
    return browser;
  }

  async send(method: string, params: object = {}): Promise<Readonly<Record<string, unknown>>> {
    const id = ++this.#number;
    const answer = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    (this.#process.stdio[3] as Writable).write(
      `${JSON.stringify({ id, method, params, sessionId: this.#session })}\0`,
    );
    const { result, error } = await answer;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  }

  /** Opens a page and waits until it is loaded; returns what happened on the way. */
  async visit(url: string): Promise<readonly Message[]> {
    this.#events.length = 0;
    await this.send("Page.navigate", { url });
    while (!this.#events.some(({ method }) => method === "Page.loadEventFired"))
      await new Promise((resolve) => setTimeout(resolve, 10));
    return [...this.#events];
  }

  /** What happened since a page was opened. */
  get events(): readonly Message[] {
    return this.#events;
  }

  async evaluate(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", {
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return (result as { readonly value?: unknown }).value;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#process.once("close", resolve));
    this.#process.kill("SIGKILL");
    await closed;
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  #take(text: string): void {
    const parts = (this.#text + text).split("\0");
    this.#text = parts.pop()!;
    for (const part of parts) {
      const message = JSON.parse(part) as Message;
      if (message.id === undefined) this.#events.push(message);
      else {
        this.#waiting.get(message.id)?.(message);
        this.#waiting.delete(message.id);
      }
    }
  }
}
