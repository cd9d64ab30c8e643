import { AppShell, Container, Group, Text } from "@mantine/core";
import { lazy, type ReactNode, Suspense } from "react";
import { Link, Route, Switch, useLocation } from "wouter";
import { documents } from "../../../src/server/contract.ts";
import { Loading } from "./loading.tsx";
import { SchemeToggle } from "./scheme-toggle.tsx";
import classes from "./shell.module.css";
import { useDocument } from "./use-document.ts";

const RunsPage = lazy(() => import("../runs/runs-page.tsx").then((m) => ({ default: m.RunsPage })));
const MediaPage = lazy(() =>
  import("../player/media-page.tsx").then((m) => ({ default: m.MediaPage })),
);
const RunPage = lazy(() => import("../runs/run-page.tsx").then((m) => ({ default: m.RunPage })));
const ProjectsPage = lazy(() =>
  import("../annotate/projects-page.tsx").then((m) => ({ default: m.ProjectsPage })),
);
const ProjectPage = lazy(() =>
  import("../annotate/project-page.tsx").then((m) => ({ default: m.ProjectPage })),
);
const AnnotatePage = lazy(() =>
  import("../annotate/annotate-page.tsx").then((m) => ({ default: m.AnnotatePage })),
);
const SamplePage = lazy(() =>
  import("../samples/sample-page.tsx").then((m) => ({ default: m.SamplePage })),
);
const ComparePage = lazy(() =>
  import("../compare/compare-page.tsx").then((m) => ({ default: m.ComparePage })),
);
const CompareSystemsPage = lazy(() =>
  import("../compare/compare-page.tsx").then((m) => ({ default: m.CompareSystemsPage })),
);

const ReviewsPage = lazy(() =>
  import("../review/reviews-page.tsx").then((m) => ({ default: m.ReviewsPage })),
);
const NewQueuePage = lazy(() =>
  import("../review/new-queue-page.tsx").then((m) => ({ default: m.NewQueuePage })),
);
const QueuePage = lazy(() =>
  import("../review/queue-page.tsx").then((m) => ({ default: m.QueuePage })),
);
const GoldPage = lazy(() =>
  import("../review/gold-page.tsx").then((m) => ({ default: m.GoldPage })),
);

/** The places of the app; a page is loaded when it is first shown. A static export has no live ones. */
const places = [
  { path: "/", title: "Runs", isLive: false },
  { path: "/annotate", title: "Annotate", isLive: true },
  { path: "/review", title: "Review", isLive: true },
] as const;

/** What is around every page: where one is, and where one can go. */
export function Shell(): ReactNode {
  const [location] = useLocation();
  const { data: facts } = useDocument(documents.app);
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
          <Suspense fallback={<Loading />}>
            <Switch>
              <Route path="/" component={RunsPage} />
              <Route path="/runs/:run" component={RunPage} />
              <Route path="/runs/:run/:task/:sample" component={SamplePage} />
              <Route path="/runs/:run/compare/:task/:a/:b" component={CompareSystemsPage} />
              <Route path="/compare/:a/:b" component={ComparePage} />
              <Route path="/runs/:run/:task/:sample/correct" component={GoldPage} />
              <Route path="/review" component={ReviewsPage} />
              <Route path="/review/new" component={NewQueuePage} />
              <Route path="/review/:queue" component={QueuePage} />
              <Route path="/media/:media" component={MediaPage} />
              <Route path="/annotate" component={ProjectsPage} />
              <Route path="/annotate/:project" component={ProjectPage} />
              <Route path="/annotate/:project/:item" component={AnnotatePage} />
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
