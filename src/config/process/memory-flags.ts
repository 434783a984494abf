import { setFlagsFromString } from 'node:v8';

/**
 * While the program starts, its code runs once or a few times, and what it makes stays: optimising the one costs more than
 * it gains, and a larger young generation only has the other copied more often. Both would stay in memory (ADR 0054).
 * The old generation is collected at twice what lives in it; V8 comes with four times.
 */
const STARTING = ['--no-opt', '--no-maglev', '--semi-space-growth-factor=1', '--heap-growing-percent=100'];
/** As V8 comes, but for the old generation: it is collected at 1.5 times what lives in it (ADR 0061). */
const STARTED = ['--opt', '--maglev', '--semi-space-growth-factor=2', '--heap-growing-percent=50'];
/** Flags by which an operator chooses the compilers or the growth of the heap: then none of ours is set. */
const DECIDED =
  /--(no-?)?(opt|turbofan|maglev|jitless|lite[-_]mode|memory[-_]saver|semi[-_]space[-_]growth|heap[-_]growing)/;

let isStarting = false;

/** Has V8 keep the memory of this process small until `hasStarted()`, and bound it from then on. */
export function startSmall(): void {
  isStarting = !DECIDED.test([...process.execArgv, process.env.NODE_OPTIONS].join(' '));
  if (isStarting) set(STARTING);
}

/** From now on code runs often: V8 is to optimise it. */
export function hasStarted(): void {
  if (isStarting) set(STARTED);
  isStarting = false;
}

function set(flags: readonly string[]): void {
  for (const flag of flags) setFlagsFromString(flag);
}
