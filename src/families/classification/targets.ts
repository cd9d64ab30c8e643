/**
 * Scores that ViSTa's authors published for levels 1 to 8, by rescaled scores; read off a figure, to
 * about ±.02.
 */
const published: Readonly<Record<string, readonly number[]>> = {
  "vista-gpt-4o": [0.8, 0.91, 0.82, 0.71, 0.66, 0.55, 0.57, 0.6],
  "vista-clip-32": [0.53, 0.62, 0.61, 0.52, 0.4, 0.47, 0.41, 0.34],
  "vista-viclip": [0.55, 0.47, 0.4, 0.38, 0.4, 0.3, 0.3, 0.23],
};

/** Sets of targets by name: to do at least as well as a published model on every level. */
export const labelTargets: Readonly<Record<string, Readonly<Record<string, string>>>> =
  Object.fromEntries(
    Object.entries(published).map(([name, levels]) => [
      name,
      Object.fromEntries(
        levels.map((score, at) => [`rescaled-macro-f1[level=${at + 1}]`, `>= ${score}`]),
      ),
    ]),
  );
