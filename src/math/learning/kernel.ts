import {
  add,
  advance,
  type Code,
  compile,
  doubles,
  floats,
  get,
  int,
  set,
  vector,
  type WasmFunction,
  type WasmInstance,
  whileBelow,
} from "../wasm/assemble.ts";

/**
 * Hot loops of learning in SIMD, 10 to 30 times as fast as the same loops in JavaScript (`bench
 * heads`). All arguments are addresses or lengths in bytes.
 */
export interface LearningKernel extends WasmInstance {
  /** Adds the products of panels of single precision to a matrix; see `product`. */
  tiles32(...panels: PanelArguments): void;
  /** The same of double precision. */
  tiles64(...panels: PanelArguments): void;
  /** One step of AdamW on parameters of single precision; see `adam-w.ts` for the constants. */
  adamW(
    weight: number,
    end: number,
    gradient: number,
    mean: number,
    variance: number,
    constants: number,
  ): void;
  /**
   * Turns the raw gradient of one row of weights behind a layer norm into that of the weights:
   * `gradient · scale + bias · shift`. `dots` receives the sums of `weight · gradient` and of
   * `weight · bias`, in four parts each.
   */
  unscale(
    weight: number,
    end: number,
    gradient: number,
    bias: number,
    scales: number,
    dots: number,
  ): void;
  /** `from · scales + shifts` of one row; up to three numbers too many are written. */
  affine(from: number, end: number, scales: number, shifts: number, to: number): void;
}

type PanelArguments = [
  /** Panels of rows of the left matrix, one after the other, up to `end`. */
  left: number,
  end: number,
  panelBytes: number,
  /** One panel of columns of the right matrix, up to `rightEnd`. */
  right: number,
  rightEnd: number,
  /** Where the first number of the result is. */
  result: number,
  resultRowBytes: number,
];

/** How many rows a panel of the left matrix has. */
export const panelRows = 4;
/** How many columns a panel of the right matrix has: two vectors. */
export const panelColumns = (bytes: 4 | 8): number => 32 / bytes;
/** The depth of panels is a multiple of it. */
export const depthStep = 4;

const compiled = compile<LearningKernel>([
  tiles("tiles32", floats),
  tiles("tiles64", doubles),
  adamWFunction(),
  unscaleFunction(),
  affineFunction(),
]);

export function learningKernel(): LearningKernel {
  return compiled();
}

/** Eight sums stay in registers, so that two of them can be under way in every cycle. */
function tiles(name: string, lanes: typeof floats): WasmFunction {
  const [left, end, panelBytes, right, rightEnd, result, rowBytes] = [0, 1, 2, 3, 4, 5, 6];
  const [from, to, row] = [7, 8, 9];
  const sums = Array.from({ length: panelRows }, (_, i) => [10 + 2 * i, 11 + 2 * i] as const);
  const [columns, moreColumns, factor] = [18, 19, 20];
  const step = (depth: number): Code => [
    ...set(columns, lanes.load(get(to), depth * 32)),
    ...set(moreColumns, lanes.load(get(to), depth * 32 + 16)),
    ...sums.flatMap(([a, b], i) => [
      ...set(factor, lanes.loadSplat(get(from), (depth * panelRows + i) * lanes.bytes)),
      ...set(a, lanes.multiplyAdd(get(factor), get(columns), get(a))),
      ...set(b, lanes.multiplyAdd(get(factor), get(moreColumns), get(b))),
    ]),
  ];
  const body = whileBelow(left, get(end), [
    ...sums.flat().flatMap((sum) => set(sum, vector.splat(int(0)))),
    ...set(from, get(left)),
    ...set(to, get(right)),
    ...whileBelow(to, get(rightEnd), [
      ...Array.from({ length: depthStep }, (_, depth) => step(depth)).flat(),
      ...advance(from, int(depthStep * panelRows * lanes.bytes)),
      ...advance(to, int(depthStep * 32)),
    ]),
    ...set(row, get(result)),
    ...sums.flatMap(([a, b]) => [
      ...vector.store(get(row), lanes.add(lanes.load(get(row)), get(a))),
      ...vector.store(add(get(row), int(16)), lanes.add(lanes.load(get(row), 16), get(b))),
      ...advance(row, get(rowBytes)),
    ]),
    ...set(result, get(row)),
    ...advance(left, get(panelBytes)),
  ]);
  return { name, parameters: 7, integers: 3, vectors: 11, body };
}

/**
 * The order of operations is PyTorch's: decay, both moments, the root of the variance over its
 * correction plus epsilon, the step. Constants: see `adamWConstants`.
 */
function adamWFunction(): WasmFunction {
  const [weight, end, gradient, mean, variance, constants] = [0, 1, 2, 3, 4, 5];
  const [keep, blend, keepSquare, blendSquare, root, epsilon, rate, g, m, v] = [
    6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
  ];
  const read = [keep, blend, keepSquare, blendSquare, root, epsilon, rate];
  const { add: plus, multiply, multiplyAdd, divide, subtract, squareRoot } = floats;
  const body = [
    ...read.flatMap((one, i) => set(one, floats.loadSplat(get(constants), 4 * i))),
    ...whileBelow(weight, get(end), [
      ...set(g, floats.load(get(gradient))),
      ...set(m, floats.load(get(mean))),
      ...set(m, multiplyAdd(get(blend), subtract(get(g), get(m)), get(m))),
      ...vector.store(get(mean), get(m)),
      ...set(
        v,
        multiplyAdd(
          multiply(get(g), get(g)),
          get(blendSquare),
          multiply(floats.load(get(variance)), get(keepSquare)),
        ),
      ),
      ...vector.store(get(variance), get(v)),
      ...vector.store(
        get(weight),
        subtract(
          multiply(floats.load(get(weight)), get(keep)),
          divide(
            multiply(get(rate), get(m)),
            plus(divide(squareRoot(get(v)), get(root)), get(epsilon)),
          ),
        ),
      ),
      ...[weight, gradient, mean, variance].flatMap((address) => advance(address, int(16))),
    ]),
  ];
  return { name: "adamW", parameters: 6, integers: 0, vectors: 10, body };
}

function unscaleFunction(): WasmFunction {
  const [weight, end, gradient, bias, scales, dots] = [0, 1, 2, 3, 4, 5];
  const [scale, shift, byGradient, byBias, w, g, b] = [6, 7, 8, 9, 10, 11, 12];
  const { load, loadSplat, multiply, multiplyAdd } = floats;
  const body = [
    ...set(scale, loadSplat(get(scales))),
    ...set(shift, loadSplat(get(scales), 4)),
    ...set(byGradient, vector.splat(int(0))),
    ...set(byBias, vector.splat(int(0))),
    ...whileBelow(weight, get(end), [
      ...set(w, load(get(weight))),
      ...set(g, load(get(gradient))),
      ...set(b, load(get(bias))),
      ...set(byGradient, multiplyAdd(get(w), get(g), get(byGradient))),
      ...set(byBias, multiplyAdd(get(w), get(b), get(byBias))),
      ...vector.store(get(gradient), multiplyAdd(get(g), get(scale), multiply(get(b), get(shift)))),
      ...[weight, gradient, bias].flatMap((address) => advance(address, int(16))),
    ]),
    ...vector.store(get(dots), get(byGradient)),
    ...vector.store(add(get(dots), int(16)), get(byBias)),
  ];
  return { name: "unscale", parameters: 6, integers: 0, vectors: 7, body };
}

function affineFunction(): WasmFunction {
  const [from, end, scales, shifts, to] = [0, 1, 2, 3, 4];
  const { load, multiplyAdd } = floats;
  const body = whileBelow(from, get(end), [
    ...vector.store(get(to), multiplyAdd(load(get(from)), load(get(scales)), load(get(shifts)))),
    ...[from, scales, shifts, to].flatMap((address) => advance(address, int(16))),
  ]);
  return { name: "affine", parameters: 5, integers: 0, vectors: 0, body };
}
