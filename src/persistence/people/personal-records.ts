import { SetMetadata } from '@nestjs/common';
import type { Schema } from '../schema/schema.js';
import type { Footprint } from './person.js';
import type { KnownSender } from './personal-rows.js';

export const HOLDS_PERSONAL = 'gatehouse:holds-personal';

/**
 * When a part is erased. `work` first: with its job a turn loses the right to commit anything. `events` last: by them the
 * other rows are found again after a crash in between. They are searched in the opposite order.
 */
export const ERASING_STAGES = ['work', 'records', 'files', 'lines', 'events'] as const;
export type ErasingStage = (typeof ERASING_STAGES)[number];

export interface PersonalTables {
  readonly stage: ErasingStage;
  /** All tables with rows about people that this part answers for. */
  readonly tables: readonly (keyof Schema)[];
}

/** One row about a person as an export shows it. */
export interface PersonalRecord {
  /** The name of its file in the export, and of its count. */
  readonly kind: string;
  readonly record: Readonly<Record<string, unknown>>;
}

/** A part of the program with rows about people. Called for one person at a time, outside of transactions. */
export interface PersonalRecords {
  /** Adds the ids of its rows, and those by which other parts find theirs. Reads only. */
  find?(footprint: Footprint): Promise<void>;
  /** The senders of a channel whom it knows, some more than once. */
  senders?(channel: string): AsyncIterable<KnownSender>;
  /** Its rows about the person, for an export and for counts. */
  list(footprint: Footprint): AsyncIterable<PersonalRecord>;
  /** Erases them, in transactions of a few hundred rows; does nothing when called again. */
  erase(footprint: Footprint): Promise<void>;
}

/** Marks a provider as {@link PersonalRecords}. */
export const HoldsPersonal = (stage: ErasingStage, ...tables: (keyof Schema)[]) =>
  SetMetadata(HOLDS_PERSONAL, { stage, tables } satisfies PersonalTables);
