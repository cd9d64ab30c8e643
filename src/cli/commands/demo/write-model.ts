import { cpSync, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { UserError } from "../../../core/user-error.ts";

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
  cpSync(modelFolder(), join(directory, "model"), { recursive: true });
  return true;
}

/** Beside the sources as beside the built program, which lies less deep. */
function modelFolder(): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const model = join(folder, "models", "demo");
    if (existsSync(join(model, "manifest.yaml"))) return model;
  }
  throw new UserError("the package lacks models/demo", "install it again");
}
