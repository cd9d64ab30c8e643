import { type DetectionError, type JudgedEvents, verdicts } from "./judge-detections.ts";
import { groupByType, type PackedEvents, picked } from "./pack-events.ts";

/**
 * The events as if one kind of mistake had not been made: detections are given the right type or
 * boundary, or taken away, and truths that were missed are left out. Of several detections about
 * one missed truth the surest is put right; those that would only repeat it go away.
 */
export function mendEvents(
  events: PackedEvents,
  judged: JudgedEvents,
  error: DetectionError,
): PackedEvents {
  return error === "missed"
    ? withoutMissed(events, judged)
    : withoutVerdict(events, { judged, code: verdicts.indexOf(error) });
}

function withoutMissed(events: PackedEvents, { isMissed }: JudgedEvents): PackedEvents {
  const { truths, types } = events;
  const kept = Uint32Array.from(isMissed.keys()).filter((j) => !isMissed[j]);
  const type = picked(truths.type, kept);
  return {
    ...events,
    truths: {
      starts: groupByType(type, { typeCount: types.length }).starts,
      given: picked(truths.given, kept),
      type,
      video: picked(truths.video, kept),
      start: picked(truths.start, kept),
      end: picked(truths.end, kept),
      ambiguous: picked(truths.ambiguous, kept),
    },
  };
}

function withoutVerdict(
  events: PackedEvents,
  {
    judged: { verdict, truth, isMissed },
    code,
  }: { readonly judged: JudgedEvents; readonly code: number },
): PackedEvents {
  const { detections, truths, types, byConfidence } = events;
  const isOpen = isMissed.slice();
  const isBoundary = verdicts[code] === "imprecise-boundary";
  const type = verdicts[code] === "wrong-type" ? detections.type.slice() : detections.type;
  const start = isBoundary ? detections.start.slice() : detections.start;
  const end = isBoundary ? detections.end.slice() : detections.end;
  const isKept = new Uint8Array(byConfidence.length).fill(1);
  for (let rank = 0; rank < byConfidence.length; rank++) {
    const i = byConfidence[rank]!;
    if (verdict[i] !== code) continue;
    const j = truth[i]!;
    if (j < 0 || !isOpen[j]) {
      isKept[i] = 0;
      continue;
    }
    isOpen[j] = 0;
    if (isBoundary) {
      start[i] = truths.start[j]!;
      end[i] = truths.end[j]!;
    } else type[i] = truths.type[j]!;
  }
  // Detections that keep their types keep their order too.
  const places = keptPlaces(type === detections.type ? undefined : byConfidence, isKept);
  const sorted = groupByType(picked(type, places), { typeCount: types.length });
  const order = type === detections.type ? places : picked(places, sorted.order);
  const columns = {
    starts: sorted.starts,
    given: picked(detections.given, order),
    type: picked(type, order),
    video: picked(detections.video, order),
    start: picked(start, order),
    end: picked(end, order),
    confidence: picked(detections.confidence, order),
    alert: picked(detections.alert, order),
  };
  // Average precision reads neither of these but under one definition.
  return {
    ...events,
    detections: columns,
    get byConfidence() {
      const positions = new Uint32Array(type.length);
      for (let at = 0; at < order.length; at++) positions[order[at]!] = at;
      return keptPlaces(byConfidence, isKept).map((i) => positions[i]!);
    },
    get asGiven() {
      return givenOrder(columns, type.length);
    },
  };
}

/** Positions that are kept, in this order or, without one, as they stand. */
function keptPlaces(order: Uint32Array | undefined, isKept: Uint8Array): Uint32Array {
  const places = new Uint32Array(isKept.length);
  let count = 0;
  for (let at = 0; at < isKept.length; at++) {
    const i = order ? order[at]! : at;
    if (isKept[i]) places[count++] = i;
  }
  return places.subarray(0, count);
}

/** Positions within each type in the order given, of which there were `most` once. */
function givenOrder(
  { given, type, starts }: PackedEvents["detections"],
  most: number,
): Uint32Array {
  const places = new Int32Array(most).fill(-1);
  for (let i = 0; i < given.length; i++) places[given[i]!] = i;
  const next = starts.slice();
  const order = new Uint32Array(given.length);
  for (let at = 0; at < most; at++) {
    const i = places[at]!;
    if (i >= 0) order[next[type[i]!]!++] = i;
  }
  return order;
}
