import { type HuffmanTable, huffmanTable, isLegalSymbol, longestCode, type TableClass } from "./huffman-table.ts";
import { type ScanPart, walkScan } from "./jpeg-scan.ts";

/** Larger files are not looked into: this many bytes take about as long as decoding them does. */
const mostBytes = 1 << 25;
const marker = { tables: 0xc4, restart: 0xdd, scan: 0xda, steps: 0xdb, end: 0xd9 } as const;
/** Baseline and extended sequential pictures; those that come in several passes (progressive), lossless and arithmetic ones are not looked into. */
const sequential: ReadonlySet<number> = new Set([0xc0, 0xc1]);
const frames: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);

interface Component {
  readonly id: number;
  readonly across: number;
  readonly down: number;
  readonly steps: number;
}

interface Picture {
  readonly precision: number;
  readonly width: number;
  readonly height: number;
  readonly components: readonly Component[];
}

/** What was read of a file so far. */
interface State {
  readonly tables: Map<string, { readonly counts: Uint8Array; readonly symbols: Uint8Array }>;
  /** The first step of each quantisation. */
  readonly steps: Map<number, number>;
  picture: Picture | null;
  interval: number;
}

/**
 * Why the code of a JPEG picture is damaged, `undefined` where it is not or cannot be told: its Huffman code is read to the end, which has to come
 * with the last block that the size of the picture asks for, as have the restarts between.
 */
export function jpegCodeDamage(bytes: Uint8Array): string | undefined {
  if (bytes.length > mostBytes) return undefined;
  const state: State = { tables: new Map(), steps: new Map(), picture: null, interval: 0 };
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const kind = bytes[at + 1]!;
    if (kind === marker.end) return undefined;
    if (kind === 0xff) {
      at++;
      continue;
    }
    const end = at + 2 + ((bytes[at + 2]! << 8) | bytes[at + 3]!);
    const body = bytes.subarray(at + 4, end);
    if (frames.has(kind)) state.picture = sequential.has(kind) ? pictureOf(body) : null;
    else readSegment(state, kind, body);
    at = end;
    if (kind !== marker.scan) continue;
    const scan = scanOf(state, body);
    if (!scan) return undefined;
    const found = walkScan(bytes, end, scan);
    if ("damage" in found) return found.damage;
    at = found.at;
  }
  return undefined;
}

function readSegment(state: State, kind: number, body: Uint8Array): void {
  if (kind === marker.tables) readTables(state, body);
  else if (kind === marker.steps) readSteps(state, body);
  else if (kind === marker.restart && body.length >= 2) state.interval = (body[0]! << 8) | body[1]!;
}

function readTables({ tables }: State, body: Uint8Array): void {
  for (let at = 0; at + 1 + longestCode <= body.length; ) {
    const counts = body.subarray(at + 1, at + 1 + longestCode);
    const end = at + 1 + longestCode + counts.reduce((sum, count) => sum + count, 0);
    tables.set(tableKey(body[at]! >> 4 === 0 ? "dc" : "ac", body[at]! & 15), { counts, symbols: body.subarray(at + 1 + longestCode, end) });
    at = end;
  }
}

function tableKey(tableClass: TableClass, number: number): string {
  return `${tableClass} ${number}`;
}

function readSteps({ steps }: State, body: Uint8Array): void {
  for (let at = 0; at + 3 <= body.length; ) {
    const isWide = body[at]! >> 4 !== 0;
    steps.set(body[at]! & 15, isWide ? (body[at + 1]! << 8) | body[at + 2]! : body[at + 1]!);
    at += isWide ? 129 : 65;
  }
}

/** `null` where the header makes no sense, or leaves the height to the end of the file. */
function pictureOf(body: Uint8Array): Picture | null {
  const count = body[5] ?? 0;
  if (body.length < 6 + 3 * count || count === 0) return null;
  const components = Array.from({ length: count }, (_, part) => {
    const [id, sampling, steps] = body.subarray(6 + 3 * part) as unknown as readonly [number, number, number];
    return { id, across: sampling >> 4, down: sampling & 15, steps };
  });
  const picture = { precision: body[0]!, height: (body[1]! << 8) | body[2]!, width: (body[3]! << 8) | body[4]!, components };
  const isRight = picture.width > 0 && picture.height > 0 && components.every(({ across, down }) => across > 0 && down > 0);
  return isRight ? picture : null;
}

/** `null` where it refers to what is not there: that is for the decoder to say. */
function scanOf({ picture, tables, steps, interval }: State, body: Uint8Array) {
  const count = body[0] ?? 0;
  if (!picture || count === 0 || body.length < 1 + 2 * count) return null;
  const { precision, components } = picture;
  const table = (tableClass: TableClass, number: number): HuffmanTable | null => {
    const found = tables.get(tableKey(tableClass, number));
    return found ? huffmanTable(found.counts, found.symbols, isLegalSymbol(tableClass, precision)) : null;
  };
  const parts: ScanPart[] = [];
  const chosen: Component[] = [];
  for (let part = 0; part < count; part++) {
    const component = components.find(({ id }) => id === body[1 + 2 * part]);
    const choice = body[2 + 2 * part]!;
    const [dc, ac] = [table("dc", choice >> 4), table("ac", choice & 15)];
    const step = component && steps.get(component.steps);
    if (!component || !dc || !ac || !step) return null;
    chosen.push(component);
    // Twice of what can be: some encoders go beyond the edge of what is shown.
    parts.push({ dc, ac, blocks: count === 1 ? 1 : component.across * component.down, most: 2 ** (precision + 3) / step + 1 });
  }
  return { parts, units: unitsOf(picture, chosen), interval };
}

/** Blocks of a component that comes alone, else groups of blocks that cover the same part of the picture. */
function unitsOf({ width, height, components }: Picture, chosen: readonly Component[]): number {
  const across = Math.max(...components.map((component) => component.across));
  const down = Math.max(...components.map((component) => component.down));
  const [only, second] = chosen;
  if (second) return Math.ceil(width / (8 * across)) * Math.ceil(height / (8 * down));
  return Math.ceil(Math.ceil((width * only!.across) / across) / 8) * Math.ceil(Math.ceil((height * only!.down) / down) / 8);
}
