import { programFile } from './common/program-files.js';
import { keepCompiled } from './config/compiled-code.js';
import { replaceByLean } from './config/lean-memory.js';

/* Reaches past the indices, which would load Nest: whatever is loaded before is loaded twice. */

/**
 * Makes this process the gateway, with the flags that keep its memory small. Returns when they are in force, or cannot be
 * set: the caller goes on as it is.
 * @param args of `main.js`
 */
export function becomeLeanGateway(args: readonly string[]): void {
  const program = programFile('main');
  replaceByLean(program, args);
  keepCompiled(program);
}
