import { expect, it } from "vitest";
import { historyText, trainingFigures } from "./training-figures.ts";

it("names the figures of a training as the suite does", () => {
  const figures = { samples: 40, "train micro F1": 0.9, "train loss": 0.1, epochs: 80 };
  const validation = { "validation samples": 10, "validation R²": 0.5 };
  expect(trainingFigures({ figures: { ...figures, ...validation }, warnings: [] })).toEqual({
    train_final_micro_f1: 0.9,
    train_final_loss: 0.1,
    train_epochs: 80,
    validation_samples: 10,
    validation_r2: 0.5,
  });
  expect(trainingFigures(undefined)).toEqual({});
});

it("keeps the loss along the training", () => {
  const history = [{ epoch: 1, loss: 2, validationLoss: 3 }];
  expect(JSON.parse(historyText({ figures: {}, history, warnings: [] })!)).toEqual([
    { epoch: 1, loss: 2, validation_loss: 3 },
  ]);
  expect(historyText({ figures: {}, warnings: [] })).toBeUndefined();
});
