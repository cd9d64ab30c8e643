import { useEffect } from "react";
import type { Document } from "../../../src/server/contract.ts";
import { useDocument } from "../app/use-document.ts";
import { savedChannel } from "./item-editor.ts";

/**
 * A document about annotations that is never older than the last save of this browser: it is read
 * when the page opens, after every save, also in another tab, and now and then for what others do.
 */
export function useFreshDocument<Content>(document: Document<Content>) {
  const query = useDocument(document, { refetchInterval: 10_000, staleTime: 0 });
  const { refetch } = query;
  useEffect(() => {
    const channel = new BroadcastChannel(savedChannel);
    channel.onmessage = () => void refetch();
    return () => channel.close();
  }, [refetch]);
  return query;
}
