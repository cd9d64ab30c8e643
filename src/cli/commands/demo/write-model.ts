import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Puts the demo's learned encoder beside its videos; `false`, and a line that says so, where the
 * package that would run it is not installed.
 */
export async function writeModel(directory: string): Promise<boolean> {
  try {
    await import("onnxruntime-node");
  } catch {
    process.stderr.write(
      "without its learned encoder: onnxruntime-node is not installed (npm install onnxruntime-node)\n",
    );
    return false;
  }
  cpSync(fileURLToPath(model), join(directory, "model"), { recursive: true });
  return true;
}

const model = new URL(
  import.meta.url.endsWith(".ts") ? "../../../../models/demo" : "../../models/demo",
  import.meta.url,
);
