/** A family of figures as Prometheus reads it. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: "gauge" | "counter" | "histogram";
  readonly figures: readonly Figure[];
}

export interface Figure {
  /** What stands behind the name of the family: `_bucket`, `_sum` and `_count` of histograms. */
  readonly suffix?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The text format of Prometheus, version 0.0.4; families without figures are left out. */
export function prometheusText(families: readonly MetricFamily[]): string {
  return families
    .filter(({ figures }) => figures.length > 0)
    .map(
      ({ name, help, type, figures }) =>
        `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}\n# TYPE ${name} ${type}\n${figures
          .map(
            ({ suffix = "", labels, value }) =>
              `${name}${suffix}${labelsText(labels)} ${numberText(value)}\n`,
          )
          .join("")}`,
    )
    .join("");
}

function labelsText(labels: Readonly<Record<string, string>>): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return parts.length === 0 ? "" : `{${parts.join(",")}}`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (Number.isFinite(value)) return String(value);
  return value > 0 ? "+Inf" : "-Inf";
}
