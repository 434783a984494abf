import { type AccountedCall, amountOf, type Tokens } from './model-accounts.js';
import type { LedgerSums } from './usage-books.js';

/** A kill, from before its signal until the simulator had read all that the process had sent, epoch ms. */
export interface Kill {
  readonly from: number;
  readonly to: number;
}

/** The ledger takes calls that wait for their turn after a second; a kill may cut off the transaction that writes them. */
const LEDGER_MS = 2_000;
const KINDS = ['input', 'cached', 'cacheWrite', 'output'] as const;

/** The calls of one person and model, by what the ledger must have of them. */
export interface ExpectedCalls {
  /** Answered whole: reported, and in the ledger to the token. */
  readonly reported: readonly AccountedCall[];
  /** Answered whole before a kill, and asked again: reported, or else part of an estimate. */
  readonly perhapsReported: readonly AccountedCall[];
  /** Broken off by a fault, without a report: each counts as an estimate. */
  readonly estimated: readonly AccountedCall[];
  /** Broken off at a kill. */
  readonly perhapsEstimated: readonly AccountedCall[];
}

/**
 * Sorts a person's calls. The last call for an answered message is its answer, which was written with the end of the
 * turn. A kill may have cut off any other call: a whole one, which was asked again, if it fell between the two; one that
 * broke off, if it fell before the answer was begun or soon after, because the calls of a turn are written together.
 * @param answered the numbers of the messages that were answered
 */
export function expectedOf(
  calls: readonly AccountedCall[],
  answered: ReadonlySet<number>,
  kills: readonly Kill[],
): (wire: AccountedCall['wire']) => ExpectedCalls {
  const sorted = calls.map((call, at) => {
    const later = calls.slice(at + 1).filter(({ message }) => message === call.message);
    const isAnswered = answered.has(call.message);
    const next = call.isWhole || isAnswered ? later.at(call.isWhole ? 0 : -1) : undefined;
    const isAnswer = isAnswered && later.length === 0;
    const until = (next?.begunAt ?? Infinity) + LEDGER_MS;
    const isCut = !isAnswer && kills.some(({ from, to }) => to >= call.begunAt && from <= until);
    return { call, isCut };
  });
  const which = (wire: string, isWhole: boolean, isCut: boolean) =>
    sorted
      .filter((each) => each.call.wire === wire && each.call.isWhole === isWhole && each.isCut === isCut)
      .filter(({ call }) => call.fault !== 'status')
      .map(({ call }) => call);
  return (wire) => ({
    reported: which(wire, true, false),
    perhapsReported: which(wire, true, true),
    estimated: which(wire, false, false),
    perhapsEstimated: which(wire, false, true),
  });
}

/**
 * The whole calls that the ledger does not have as reported.
 * @returns undefined when no set of calls that a kill may have cut explains its sums
 */
export function missingIn(
  { reported }: LedgerSums,
  expected: ExpectedCalls,
): readonly AccountedCall[] | undefined {
  const whole = [...expected.reported, ...expected.perhapsReported];
  const gap = KINDS.map((kind) => whole.reduce((sum, call) => sum + of(call, kind), 0) - reported[kind]);
  const sets = new Map<string, readonly AccountedCall[]>([[String(KINDS.map(() => 0)), []]]);
  for (const call of expected.perhapsReported)
    for (const set of [...sets.values()]) {
      const more = [...set, call];
      const sums = KINDS.map((kind) => more.reduce((sum, each) => sum + of(each, kind), 0));
      sets.set(String(sums), more);
    }
  return sets.get(String(gap));
}

/** The least that the ledger's estimates must cover, in tokens. */
export const leastEstimate = (expected: ExpectedCalls, missing: readonly AccountedCall[]): number =>
  [...expected.estimated, ...expected.perhapsEstimated, ...missing].reduce(
    (sum, call) => sum + amountOf(call, 'tokens'),
    0,
  );

const of = ({ tokens }: AccountedCall, kind: keyof Tokens): number => tokens?.[kind] ?? 0;
