// Installs and builds what is missing or out of date, for scripts that work on the build.
import { prepare } from './prepare.mjs';

await prepare();
