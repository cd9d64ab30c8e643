import { AppShell, Container, Group, Text } from "@mantine/core";
import { type ReactNode, Suspense } from "react";
import { Link, Route, Switch, useLocation } from "wouter";
import { documents } from "../../../src/server/contract.ts";
import { Loading } from "./loading.tsx";
import { pages, places } from "./pages.ts";
import { SchemeToggle } from "./scheme-toggle.tsx";
import { ServerGone } from "./server-gone.tsx";
import classes from "./shell.module.css";
import { useDocument } from "./use-document.ts";

const heartbeatMs = 5_000;

/** What is around every page: where one is, and where one can go. */
export function Shell(): ReactNode {
  const [location] = useLocation();
  const { data: facts } = useDocument(documents.app, {
    // Whoever reads for a while is to know that nothing new can be had.
    refetchInterval: ({ state }) => (state.data?.mode === "static" ? false : heartbeatMs),
  });
  return (
    <AppShell header={{ height: 52 }} padding="md">
      <AppShell.Header>
        <Group h="100%" px="md" gap="lg" wrap="nowrap">
          <Link href="/" className={classes.mark} aria-label="Vidimus, all runs">
            Vidimus
          </Link>
          <nav aria-label="Places" className={classes.nav}>
            {places
              .filter(({ isLive }) => !isLive || facts?.mode !== "static")
              .map(({ path, title }) => (
                <Link
                  key={path}
                  href={path}
                  className={classes.place}
                  aria-current={isHere(location, path) ? "page" : undefined}
                >
                  {title}
                </Link>
              ))}
          </nav>
          <Text size="sm" c="dimmed" ml="auto" visibleFrom="sm" truncate>
            {facts?.folder}
          </Text>
          <SchemeToggle />
        </Group>
      </AppShell.Header>
      <AppShell.Main>
        <Container size="xl" px={0}>
          <ServerGone facts={facts} />
          <Suspense fallback={<Loading />}>
            <Switch>
              {pages.map(({ path, page }) => (
                <Route key={path} path={path} component={page} />
              ))}
              <Route>
                <Text>There is no such page.</Text>
              </Route>
            </Switch>
          </Suspense>
        </Container>
      </AppShell.Main>
    </AppShell>
  );
}

function isHere(location: string, path: string): boolean {
  return path === "/"
    ? location === "/" || location.startsWith("/runs")
    : location.startsWith(path);
}
