import "@mantine/core/styles.css";
import "./app/theme.css";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import { useHashLocation, useHashSearch } from "./app/hash-location.ts";
import { hideToken } from "./app/hide-token.ts";
import { Shell } from "./app/shell.tsx";
import { cssVariables, theme } from "./app/theme.ts";

hideToken();

const client = new QueryClient({
  defaultOptions: { queries: { retry: 1, staleTime: 30_000, refetchOnWindowFocus: false } },
});

/** The server lets only those styles into the page that carry it. */
const nonce = document.querySelector<HTMLMetaElement>("meta[name=style-nonce]")?.content ?? "";

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={client}>
        <Router hook={useHashLocation} searchHook={useHashSearch}>
          <Shell />
        </Router>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
