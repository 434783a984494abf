import { availableParallelism, cpus, loadavg } from 'node:os';

/*
 * How much slower this machine is than the one for which the time limits of tests are written. Plain Node without own
 * imports: Jest's configuration runs it without a transformer.
 */

const VARIABLE = 'GATEHOUSE_TEST_SLOWNESS';
/** A test that hangs must still end. */
const MOST = 10;
/** Processor time of `work` on the machine of the limits, ms. */
const REFERENCE_MS = 20;
const ROUNDS = 3;

/** More than one, because half of an e2e test's time is waiting for programs, leases and rates. */
export const WORKERS_PER_CORE = 1.5;

export interface Pace {
  /** Processor time of `work`: the machine's own speed, ms. */
  readonly cpuMs: number;
  /** Real time of `work`, ms; longer while others use the processor. */
  readonly wallMs: number;
  /** Processes that wanted to run in the last minute, per core. */
  readonly loadPerCore: number;
}

/**
 * The factor of all time limits, from 1 to 10, for Jest's workers too: GATEHOUSE_TEST_SLOWNESS, or else measured now,
 * which takes a tenth of a second.
 * @throws for a variable that is no number from 1 on
 */
export function settleSlowness(env: NodeJS.ProcessEnv = process.env, pace: () => Pace = paceNow): number {
  const given = env[VARIABLE];
  if (given !== undefined) return checked(given);
  const slowness = slownessOf(pace());
  env[VARIABLE] = String(slowness);
  return slowness;
}

/** @returns at least 1, with one decimal */
export function slownessOf({ cpuMs, wallMs, loadPerCore }: Pace): number {
  // A process of others takes its share from that of each of our workers.
  const besideOthers = (cpuMs / REFERENCE_MS) * (1 + loadPerCore / WORKERS_PER_CORE);
  const slowness = Math.max(wallMs / REFERENCE_MS, besideOthers);
  return Math.round(Math.min(Math.max(slowness, 1), MOST) * 10) / 10;
}

function checked(given: string): number {
  const slowness = Number(given);
  if (!(slowness >= 1 && slowness < Infinity))
    throw new Error(`${VARIABLE} must be a number from 1 on: the factor of all time limits of the tests`);
  return slowness;
}

/** The quickest round shows the speed; their mean shows what others leave to us. */
function paceNow(): Pace {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const [cpu, begun] = [process.cpuUsage(), performance.now()];
    work();
    const { user, system } = process.cpuUsage(cpu);
    return { cpuMs: (user + system) / 1_000, wallMs: performance.now() - begun };
  });
  const [load = 0] = loadavg();
  return {
    cpuMs: Math.min(...rounds.map(({ cpuMs }) => cpuMs)),
    wallMs: rounds.reduce((sum, { wallMs }) => sum + wallMs, 0) / ROUNDS,
    // The load is the whole machine's, also where this process may use only some of its cores.
    loadPerCore: load / (cpus().length || availableParallelism()),
  };
}

/** Objects, texts and maps, as in most tests. */
function work(): void {
  const found = new Map<string, unknown>();
  for (let n = 0; n < 20_000; n++)
    found.set(`key ${n % 5_000}`, JSON.parse(JSON.stringify({ n, list: ['x', n] })));
}
