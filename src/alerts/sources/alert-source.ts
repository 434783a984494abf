import type { Alert, AlertCode, EventData } from '../alert.js';

/** A part of the gateway that may need a person. */
export interface AlertSource {
  /** Those that it finds. */
  readonly codes: readonly AlertCode[];
  /** Whether it is left out while the database is away. */
  readonly readsDatabase: boolean;
  /**
   * Looks now, at rows by index and at what is in memory; asks no service. Also finds what is not due yet.
   * @throws any error when it cannot be told
   */
  find(): Promise<readonly Alert[]>;
  /** What the event of a subject tells once that is well again; undefined where it is not, or is gone. */
  recovered?(subject: string): Promise<EventData | undefined>;
}
