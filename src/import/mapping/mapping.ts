import type { KeyLedger } from './key-ledger.js';
import type { SourceFolder } from '../source/source-folder.js';
import type { SourceValue } from '../source/source-value.js';
import { UNSET, type Variables } from '../source/variables.js';
import type { PlannedOptions, SettingsPlan } from './settings-plan.js';

export type Kind = 'boolean' | 'number' | 'text';

const WORDS: Readonly<Record<Kind, string>> = {
  boolean: 'is neither true nor false',
  number: 'is not a number',
  text: 'is not text',
};

/** The program that is imported. */
export interface Program {
  /** In names of files and in the audit log. */
  readonly id: 'openclaw' | 'hermes';
  readonly name: string;
}

export interface Parts {
  readonly program: Program;
  readonly root: SourceValue;
  readonly folder: SourceFolder;
  readonly variables: Variables;
  readonly plan: SettingsPlan;
  readonly ledger: KeyLedger;
}

/** The sources of an import, and what they have led to so far. */
export class Mapping<P extends Parts = Parts> {
  readonly toDo = new Set<string>();

  constructor(readonly parts: P) {}

  get plan(): SettingsPlan {
    return this.parts.plan;
  }

  get ledger(): KeyLedger {
    return this.parts.ledger;
  }

  /** Takes a value as it is, if it is there. @returns whether it was taken */
  copy(from: SourceValue, path: string, kind: Kind): boolean {
    const value = this.valueOf(from, kind);
    if (value !== undefined) this.take(from, path, value);
    return value !== undefined;
  }

  /** A value of that kind, with its variables replaced; another one is to be decided. */
  valueOf(from: SourceValue, kind: Kind): unknown {
    if (!from.isThere) return undefined;
    if (kind === 'text') return this.textOf(from);
    if (typeof from.value === kind) return from.value;
    this.ledger.toDecide(from.path, WORDS[kind]);
    return undefined;
  }

  textOf(from: SourceValue): string | undefined {
    if (!from.isThere) return undefined;
    const { text } = from;
    const found = text === undefined ? undefined : this.parts.variables.replaced(text, from.path);
    if (found) return found.value;
    this.ledger.toDecide(from.path, text === undefined ? WORDS.text : UNSET);
    return undefined;
  }

  take(from: SourceValue, path: string, value: unknown, options: PlannedOptions = {}): void {
    this.plan.set(path, value, options);
    this.ledger.taken(from.path, [path]);
  }

  change(from: SourceValue, path: string, value: unknown, note: string): void {
    this.plan.set(path, value);
    this.ledger.changed(from.path, [path], note);
  }

  /** Says that an account of ours is off although everything is there, as after an earlier import without its secret. */
  noteIfOff(path: string): void {
    if (this.plan.inForce(`${path}.enabled`) === false)
      this.toDo.add(`${path} is disabled: set ${path}.enabled to true.`);
  }
}
