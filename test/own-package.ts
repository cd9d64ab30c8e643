/** Lets a script import "vidimus" from the sources: `node --import`. */
import { serveOwnPackage } from "../src/cli/use/own-package.ts";

serveOwnPackage();
