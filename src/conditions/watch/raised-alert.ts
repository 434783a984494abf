/** An alert that was raised, as it is kept. */
export interface RaisedAlert {
  readonly id: string;
  /** An `AlertCode`, of this release or of another one. */
  readonly code: string;
  readonly subject: string;
  readonly message: string;
  /** Epoch ms, as all times here; null where no one knows. */
  readonly since: number | null;
  readonly setting: string | null;
  readonly remedy: string | null;
  readonly raisedAt: number;
  /** Since when it is not found any more; null while it is. */
  readonly absentSince: number | null;
  /** Null while it is open. */
  readonly clearedAt: number | null;
}

/** How long it lasted, from its beginning as far as that is known. @param end epoch ms */
export const lastedMs = ({ since, raisedAt }: Pick<RaisedAlert, 'since' | 'raisedAt'>, end: number): number =>
  Math.max(0, end - Math.min(since ?? raisedAt, raisedAt));
