import type { Alert } from '../alert.js';

/** An alert that was raised, as it is kept. */
export interface RaisedAlert extends Omit<Alert, 'isDue' | 'code' | 'event'> {
  readonly id: string;
  /** An `AlertCode`, of this release or of another one. */
  readonly code: string;
  /** Epoch ms, as all times here. */
  readonly raisedAt: number;
  /** Since when it is not found any more; null while it is. */
  readonly absentSince: number | null;
  /** Null while it is open. */
  readonly clearedAt: number | null;
}

/** How long it lasted, from its beginning as far as that is known. @param end epoch ms */
export const lastedMs = ({ since, raisedAt }: Pick<RaisedAlert, 'since' | 'raisedAt'>, end: number): number =>
  Math.max(0, end - Math.min(since ?? raisedAt, raisedAt));
