import { Alert, Center, Loader } from "@mantine/core";
import type { ReactNode } from "react";
import { RequestError } from "./use-document.ts";

/** Shown while something is on its way. */
export function Loading(): ReactNode {
  return (
    <Center py="xl">
      <Loader size="sm" aria-label="Loading" />
    </Center>
  );
}

/** Shown instead of what could not be had, in the server's words. */
export function Failed({ error }: { readonly error: Error }): ReactNode {
  return (
    <Alert color="red" title={error.message} role="alert">
      {error instanceof RequestError ? error.hint : undefined}
    </Alert>
  );
}
