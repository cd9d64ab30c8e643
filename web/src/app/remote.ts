/** What a worker answers to: functions by name. */
export type RemoteApi = Readonly<Record<string, (request: never) => unknown>>;

/** The same functions from the other side. */
export type Remote<Api extends RemoteApi> = {
  readonly [Name in keyof Api]: (
    request: Parameters<Api[Name]>[0],
  ) => Promise<Awaited<ReturnType<Api[Name]>>>;
};

interface Call {
  readonly id: number;
  readonly name: string;
  readonly request: unknown;
}

type Answer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string };

/** Calls functions of a worker, which is started with the first call. */
export function remote<Api extends RemoteApi>(start: () => Worker): Remote<Api> {
  let worker: Worker | undefined;
  let last = 0;
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const started = () => {
    worker ??= start();
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      const promise = waiting.get(data.id);
      waiting.delete(data.id);
      if ("error" in data) promise?.reject(new Error(data.error));
      else promise?.resolve(data.result);
    };
    worker.onerror = ({ message }) => {
      for (const promise of waiting.values()) promise.reject(new Error(message));
      waiting.clear();
    };
    return worker;
  };
  const call = (name: string) => (request: unknown) => {
    const promise = Promise.withResolvers<unknown>();
    const id = ++last;
    waiting.set(id, promise);
    started().postMessage({ id, name, request } satisfies Call);
    return promise.promise;
  };
  return new Proxy({}, { get: (_, name) => call(String(name)) }) as Remote<Api>;
}

/** The worker's side: answers calls with these functions. */
export function serveRemote(api: RemoteApi): void {
  self.onmessage = async ({ data: { id, name, request } }: MessageEvent<Call>) => {
    try {
      const result = await api[name]!(request as never);
      self.postMessage({ id, result } satisfies Answer);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      self.postMessage({ id, error: text } satisfies Answer);
    }
  };
}
