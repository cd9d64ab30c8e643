import { boundaryF1Page } from "./boundary-f1.ts";
import { boundaryPrecisionPage } from "./boundary-precision.ts";
import { boundaryRecallPage } from "./boundary-recall.ts";
import { boundaryTimingErrorPage } from "./boundary-timing-error.ts";
import { finalFrameMpjpePage } from "./final-frame-mpjpe.ts";
import { meanAbsoluteErrorPage } from "./mean-absolute-error.ts";
import { meanSquaredErrorPage } from "./mean-squared-error.ts";
import { mpjpePage } from "./mpjpe.ts";
import { pooledR2Page } from "./pooled-r2.ts";

export const regressionPages = [
  meanSquaredErrorPage,
  meanAbsoluteErrorPage,
  pooledR2Page,
  mpjpePage,
  finalFrameMpjpePage,
  boundaryPrecisionPage,
  boundaryRecallPage,
  boundaryF1Page,
  boundaryTimingErrorPage,
];
