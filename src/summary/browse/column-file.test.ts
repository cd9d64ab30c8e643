import { describe, expect, it } from "vitest";
import { endsOf, openColumns, packColumns, textAt, textColumn } from "./column-file.ts";

describe("packColumns", () => {
  it("keeps columns of every kind, whatever their lengths", () => {
    const columns = {
      a: Uint8Array.of(1, 2, 3),
      b: Uint16Array.of(65_535),
      c: Uint32Array.of(7, 4_294_967_295),
      d: Float32Array.of(0.5),
      e: Float64Array.of(Number.NaN, 1 / 3),
      none: new Uint8Array(0),
    };
    const opened = openColumns(packColumns({ columns, about: { n: "ä" } }).buffer);
    expect(opened).toEqual({ columns, about: { n: "ä" } });
  });

  it("takes columns that are part of a larger buffer as they are", () => {
    const part = Uint32Array.of(1, 2, 3, 4).subarray(1, 3);
    const { columns } = openColumns(packColumns({ columns: { part }, about: null }).buffer);
    expect(columns.part).toEqual(Uint32Array.of(2, 3));
  });
});

describe("textAt", () => {
  it("reads texts of any script, and empty ones", () => {
    const texts = ["Wo?", "", "日本", "𝒳"];
    const bytes = texts.map((text) => new TextEncoder().encode(text));
    let end = 0;
    const ends = Uint32Array.from(bytes, (one) => {
      end += one.length;
      return end;
    });
    const column = { bytes: Uint8Array.from(bytes.flatMap((one) => [...one])), ends };
    expect(texts.map((_, row) => textAt(column, row))).toEqual(texts);
  });

  it("knows no column that is not there", () => {
    const columns = { id: Uint8Array.of(), [endsOf("id")]: Uint32Array.of() };
    expect(textColumn({ columns, about: null }, "id")).toBeDefined();
    expect(textColumn({ columns, about: null }, "asked")).toBeUndefined();
  });
});
