import { Alert, Code } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import type { AppFacts } from "../../../src/server/contract.ts";
import { serverWatch } from "./server-watch.ts";

const subscribe = (listener: () => void) => serverWatch.subscribe(listener);
const state = () => serverWatch.state;

/** Says that the server is gone and how to have it back; all is read anew once it is. */
export function ServerGone({ facts }: { readonly facts: AppFacts | undefined }): ReactNode {
  const now = useSyncExternalStore(subscribe, state);
  const client = useQueryClient();
  useEffect(
    () => subscribe(() => void (state() === "there" && client.invalidateQueries())),
    [client],
  );
  if (now === "there") return null;
  if (facts?.mode === "static")
    return (
      <Alert color="red" role="alert" mb="md" title="These pages cannot be reached now">
        Their host does not answer. This page goes on by itself once it does.
      </Alert>
    );
  if (now === "other")
    return (
      <Alert color="red" role="alert" mb="md" title="The server was started anew">
        It has another token now: open the address that it printed.
      </Alert>
    );
  return (
    <Alert color="red" role="alert" mb="md" title="The server has stopped">
      What is here is what it said last. Start it again in a terminal, and this page goes on by
      itself: <Code>{facts?.command ?? "vidimus view"}</Code>
    </Alert>
  );
}
