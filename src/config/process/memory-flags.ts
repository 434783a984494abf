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
/**
 * From its first such collection on, V8 of Node 24 does the same in every pause of eight seconds. Then the heap must not
 * shrink to what lives: the messages after a pause would need up to half as much CPU again. Newer ones wait for a pause of
 * half a minute, and do not know the flag, about which they would complain on standard error.
 */
const RESTING = process.versions.v8.startsWith('13.') ? ['--no-memory-reducer-favors-memory'] : [];
/** By then the work that the start has begun has ended, ms. */
const SETTLED_MS = 1_000;
/** Flags with which an operator chooses the compilers or the growth of the heap: then we set none of ours. */
const DECIDED =
  /--(no-?)?(opt|turbofan|maglev|jitless|lite[-_]mode|memory[-_](saver|reducer)|semi[-_]space[-_]growth|heap[-_]growing)/;

let isStarting = false;

/** Makes V8 keep the memory of this process small until `hasStarted()`, and bound it from then on. */
export function startSmall(): void {
  isStarting = !DECIDED.test([...process.execArgv, process.env.NODE_OPTIONS].join(' '));
  if (isStarting) set(STARTING);
}

/**
 * Call it after the start: from now on code runs often, so V8 should optimise it. A second later the memory of the
 * start is given back, because an idle gateway allocates too little for V8 to do that itself (ADR 0119).
 */
export function hasStarted(): void {
  if (!isStarting) return;
  isStarting = false;
  set(STARTED);
  setTimeout(giveBack, SETTLED_MS).unref();
}

/** Takes 50 to 80 ms: two collections that compact. V8 shows its collector only to contexts made while a flag is set. */
function giveBack(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  set(RESTING);
}

function set(flags: readonly string[]): void {
  for (const flag of flags) setFlagsFromString(flag);
}
