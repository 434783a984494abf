import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Flags during the start, when code runs once or a few times and most objects stay: optimising the code costs more than
 * it gains, and a larger young generation only means that objects are copied more often. The results of both would stay
 * in memory (ADR 0054). The old generation is collected when it reaches twice its live size; V8's default is four
 * times.
 */
const STARTING = ['--no-opt', '--no-maglev', '--semi-space-growth-factor=1', '--heap-growing-percent=100'];
/**
 * Flags after the start: V8's defaults, except that the old generation is collected at 1.5 times its live size (ADR
 * 0061).
 */
const STARTED = ['--opt', '--maglev', '--semi-space-growth-factor=2', '--heap-growing-percent=50'];
/** Flags with which an operator chooses the compilers or the growth of the heap: then we set none of ours. */
const DECIDED =
  /--(no-?)?(opt|turbofan|maglev|jitless|lite[-_]mode|memory[-_]saver|semi[-_]space[-_]growth|heap[-_]growing)/;

let isStarting = false;

/** Makes V8 keep the memory of this process small until `hasStarted()`, and bound it from then on. */
export function startSmall(): void {
  isStarting = !DECIDED.test([...process.execArgv, process.env.NODE_OPTIONS].join(' '));
  if (isStarting) set(STARTING);
}

/**
 * Call it after the start: from now on code runs often, so V8 should optimise it. The garbage of the start is collected
 * once (25 ms), because an idle gateway allocates too little for V8 to do that itself: 9 MB less (ADR 0119).
 */
export function hasStarted(): void {
  if (!isStarting) return;
  isStarting = false;
  set(STARTED);
  collectOnce();
}

/** V8 shows its collector only to contexts that are made while a flag is set. */
function collectOnce(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;
  setFlagsFromString('--no-expose-gc');
  void collect({ type: 'major', execution: 'async' });
}

function set(flags: readonly string[]): void {
  for (const flag of flags) setFlagsFromString(flag);
}
