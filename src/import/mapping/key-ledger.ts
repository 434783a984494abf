import { isRecord } from '../../common/index.js';
import { isWithin, itemPath, keyPath } from '../../config/index.js';
import type { Tree } from '../source/source-value.js';
import { KEY_OUTCOMES, type KeyOutcome, type KeyReport } from '../report.js';

interface Claim {
  readonly outcome: KeyOutcome;
  readonly settings: readonly string[];
  readonly note: string;
  /** For the path alone: keys below it need claims of their own. */
  readonly isAlone?: boolean;
}

/** The outcomes by weight: the heaviest of several for one key counts. */
const WEIGHT: readonly KeyOutcome[] = ['not-taken', 'taken', 'changed', 'to-decide', 'unknown'];

/**
 * The outcome of each key of the peer's configuration. A claim is for a path and, unless it is alone, all below it; a
 * leaf has the claim that is nearest to it, and is unknown without one.
 */
export class KeyLedger {
  private readonly claims = new Map<string, Claim>();

  taken(path: string, settings: readonly string[], note = ''): void {
    this.claim(path, { outcome: 'taken', settings, note });
  }

  /** An object that says something by being there, whatever is in it. */
  takenAlone(path: string, settings: readonly string[]): void {
    this.claim(path, { outcome: 'taken', settings, note: '', isAlone: true });
  }

  changed(path: string, settings: readonly string[], note: string): void {
    this.claim(path, { outcome: 'changed', settings, note });
  }

  notTaken(path: string, note: string): void {
    this.claim(path, { outcome: 'not-taken', settings: [], note });
  }

  toDecide(path: string, note: string): void {
    this.claim(path, { outcome: 'to-decide', settings: [], note });
  }

  /** A setting of ours that our own rules refuse, or one of its unit: the keys it came from are to be decided. */
  refused(setting: string, note: string): void {
    for (const [path, claim] of this.claims)
      if (claim.settings.some((each) => isWithin(each, setting) || isWithin(setting, each)))
        this.claims.set(path, { outcome: 'to-decide', settings: [], note });
  }

  /** Whether anything was said about a path itself. */
  has(path: string): boolean {
    return this.claims.has(path);
  }

  private claim(path: string, claim: Claim): void {
    const before = this.claims.get(path);
    if (!before) return void this.claims.set(path, claim);
    const weight = WEIGHT.indexOf(claim.outcome) - WEIGHT.indexOf(before.outcome);
    // What weighs less no longer says anything about the key.
    const notes = weight === 0 ? [before.note, claim.note] : [weight > 0 ? claim.note : before.note];
    this.claims.set(path, {
      outcome: weight > 0 ? claim.outcome : before.outcome,
      settings: [...new Set([...before.settings, ...claim.settings])],
      note: [...new Set(notes)].filter((note) => note !== '').join('; '),
      isAlone: before.isAlone === true && claim.isAlone === true,
    });
  }

  /** One line for every leaf, in the order of the file. */
  report(tree: Tree): readonly KeyReport[] {
    return leavesOf(tree).map((steps) => {
      const paths = steps.map((_, index) => pathOf(steps.slice(0, index + 1)));
      const path = paths.at(-1) ?? '';
      const { outcome, settings, note } = this.nearest(paths) ?? UNKNOWN;
      return { path, outcome, settings, note };
    });
  }

  private nearest(paths: readonly string[]): Claim | undefined {
    const claims = paths.map((path) => this.claims.get(path));
    return claims.findLast((each, index) => each && (each.isAlone !== true || index === paths.length - 1));
  }
}

const UNKNOWN: Claim = { outcome: 'unknown', settings: [], note: '' };

export type Steps = readonly (string | number)[];

export const pathOf = (steps: Steps): string =>
  steps.reduce<string>(
    (base, step) => (typeof step === 'number' ? itemPath(base, step) : keyPath(base, step)),
    '',
  );

/** The paths of everything that is neither an object nor a list with something in it. */
export function leavesOf(value: unknown, steps: Steps = []): readonly Steps[] {
  const below: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : isRecord(value)
      ? Object.entries(value)
      : [];
  if (below.length === 0) return steps.length === 0 ? [] : [steps];
  return below.flatMap(([step, item]) => leavesOf(item, [...steps, step]));
}

/** How many keys have each outcome. */
export const outcomesOf = (keys: readonly KeyReport[]): ReadonlyMap<KeyOutcome, number> =>
  new Map(KEY_OUTCOMES.map((outcome) => [outcome, keys.filter((key) => key.outcome === outcome).length]));
