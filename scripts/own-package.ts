/**
 * Lets a script import "vidimus" from the sources of a checkout, built or not: `npm run -s example
 * -- <script>`.
 */
import { serveOwnPackage } from "../src/evaluation/extend/own-package.ts";

serveOwnPackage();
