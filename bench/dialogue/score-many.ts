import { scoreStreams } from "./score-streams.ts";
import { syntheticStream } from "./synthetic-streams.ts";

/** Scores as many streams as it is told, one after the other, for measuring memory from outside. */
function* streams(count: number) {
  for (let number = 0; number < count; number++) yield syntheticStream(number, { frameCount: 4_000, utterances: 400 });
}

console.log(JSON.stringify(scoreStreams(streams(Number(process.argv[2])), { withAnalyses: false })));
