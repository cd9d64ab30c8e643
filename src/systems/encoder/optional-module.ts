import { UserError } from "../../core/user-error.ts";

/** Loads a package that only some users need; where it is not installed, says how to. */
export async function optionalModule<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const isAbsent = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
    throw new UserError(
      isAbsent
        ? `the package ${name} is not installed`
        : `the package ${name} cannot be loaded: ${message}`,
      `npm install ${name}`,
    );
  }
}
