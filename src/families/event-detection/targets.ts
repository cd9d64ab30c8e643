/**
 * Sets of targets that were published for event detection, by name. `vigil`: those of the VIGIL-RAG
 * framework, some of them by domain; its mAP is at a tIoU of .5, and its mean tIoU is over truths,
 * since that of matches cannot be below the tIoU of a match.
 */
export const eventTargets = {
  vigil: {
    "map@0.5": "> 0.70",
    "event-f1-macro": "> 0.75",
    "event-f1-macro[domain=factory]": "> 0.80",
    "event-f1-macro[domain=surveillance]": "> 0.75",
    "event-f1-macro[domain=sports]": "> 0.85",
    "false-alarms-per-hour": "< 2",
    "false-alarms-per-hour[domain=factory]": "< 1",
    "false-alarms-per-hour[domain=surveillance]": "< 2",
    "latency-p50": "< 10",
    "latency-p95": "< 15",
    "truth-iou": "> 0.5",
    "peak-vram-gb": "< 26",
  },
} as const;
