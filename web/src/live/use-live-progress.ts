import { useEffect, useState } from "react";
import { liveAddress } from "../../../src/server/contract.ts";
import type { LiveProgress } from "../../../src/summary/browse/live-progress.ts";

/** How far a run is, as its log grows; `undefined` until the server says so, or without a run. */
export function useLiveProgress(run: string | undefined): LiveProgress | undefined {
  const [progress, setProgress] = useState<LiveProgress>();
  useEffect(() => {
    if (run === undefined) return;
    const source = new EventSource(liveAddress(run));
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const now = JSON.parse(data) as LiveProgress;
      setProgress(now);
      if (!now.isRunning) source.close();
    };
    return () => {
      source.close();
      setProgress(undefined);
    };
  }, [run]);
  return progress;
}
