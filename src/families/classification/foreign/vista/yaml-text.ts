import { isMap, isNode, isScalar, LineCounter, parseDocument } from "yaml";
import type { TextProblems } from "../../../../core/data/format.ts";

type FieldPath = readonly (string | number)[];

/** What is wrong with one field. */
export interface FieldProblem {
  readonly path: FieldPath;
  readonly message: string;
}

export interface YamlText {
  readonly value: unknown;
  /** The keys of a mapping in the order in which they are written, which an object loses for numbers. */
  keys(path: FieldPath): readonly string[];
  /** The problems with the fields they are about, and where these stand. */
  located(problems: readonly FieldProblem[]): TextProblems;
}

/** Reads a text as YAML; where it is none, says where. */
export function yamlText(text: string): YamlText | TextProblems {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${line}:${col}`;
  };
  if (document.errors.length > 0)
    return {
      problems: document.errors.map(({ pos, message }) => ({
        at: at(pos[0]),
        message: `not valid YAML: ${message}`,
      })),
    };
  const placeOf = (path: FieldPath): string => {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return at(node.range[0]);
    }
    return "1:1";
  };
  return {
    value: document.toJS(),
    keys(path) {
      const node = document.getIn(path, true);
      if (!isMap(node)) return [];
      return node.items.map(({ key }) => String(isScalar(key) ? key.value : key));
    },
    located: (problems) => ({
      problems: problems.map(({ path, message }) => ({
        at: placeOf(path),
        message: path.length === 0 ? message : `${path.join(".")}: ${message}`,
      })),
    }),
  };
}
