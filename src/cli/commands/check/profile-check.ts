import type { PlannedSample } from "../../../core/data/dataset.ts";
import type { Sample } from "../../../core/data/sample.ts";
import type {
  Profile,
  ProfileFigure,
  ProfileItem,
  ProfileReading,
} from "../../../core/family/profile.ts";
import { answered } from "../../../core/run/outcome.ts";
import type { Task } from "../../../evaluation/task/open-task.ts";
import type { AnnotatorSummary } from "../../../evaluation/task/second-annotation.ts";
import { seededRandom } from "../../../math/seeded-random.ts";
import { CellScorer } from "../../../scoring/score-cell.ts";

/** What a dataset shows of a published checklist. */
export interface ProfileSummary {
  readonly id: string;
  readonly items: readonly ProfileItem[];
}

/** Holds the samples of a task against a checklist of its family. */
export class ProfileCheck {
  readonly #id: string;
  readonly #reading: ProfileReading<Sample>;
  readonly #task: Pick<Task, "family" | "scoring">;
  readonly #chance: CellScorer | undefined;
  #count = 0;

  constructor(profile: Profile<Sample>, task: Pick<Task, "family" | "scoring">) {
    this.#id = profile.id;
    this.#reading = profile.start();
    this.#task = task;
    this.#chance = profile.needsChance
      ? new CellScorer(task.scoring, { id: "chance", kind: "chance", speaks: "prediction" })
      : undefined;
  }

  add(planned: PlannedSample): void {
    this.#count++;
    this.#reading.add(planned.sample);
    const { family, scoring } = this.#task;
    // As the system `chance` of a run guesses.
    this.#chance?.add({
      planned,
      outcome: answered(
        family.proof.baselines.chance(
          planned.sample,
          seededRandom(scoring.seed, "chance", planned.sample.id),
        ),
      ),
      grades: {},
      looks: [],
      replies: [],
      extractor: undefined,
    });
  }

  finish(second: AnnotatorSummary | undefined): ProfileSummary {
    const chance = this.#guessed();
    const kappa = second?.agreement.find(({ metric }) => metric === "annotator-kappa");
    const items = this.#reading.finish({
      ...(chance ? { chance } : {}),
      ...(second
        ? {
            second: {
              samples: second.samples,
              kappa:
                kappa === undefined || kappa.value === null
                  ? null
                  : { ...kappa, value: kappa.value },
            },
          }
        : {}),
    });
    return { id: this.#id, items };
  }

  #guessed(): ProfileFigure | undefined {
    if (!this.#chance || this.#count === 0) return undefined;
    const { metrics, headline } = this.#chance.finish([]);
    const { title, value, low, high } = metrics[headline]!;
    return value === null ? undefined : { title, value, low, high };
  }
}
