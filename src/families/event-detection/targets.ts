/** Sets of targets that were published for event detection, by name. `vigil`: those of the VIGIL-RAG framework, some of them by domain. */
export const eventTargets = {
  vigil: {
    map: "> 0.70",
    "event-f1-macro": "> 0.75",
    "event-f1-macro[domain=factory]": "> 0.80",
    "event-f1-macro[domain=surveillance]": "> 0.75",
    "event-f1-macro[domain=sports]": "> 0.85",
    "false-alarms-per-hour": "< 2",
    "false-alarms-per-hour[domain=factory]": "< 1",
    "false-alarms-per-hour[domain=surveillance]": "< 2",
    "latency-p95": "< 15",
    "match-iou": "> 0.5",
  },
} as const;
