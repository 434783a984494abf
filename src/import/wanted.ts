/** What an import brings to the database of ours. */

export interface WantedGrant {
  readonly channel: string;
  readonly account: string;
  readonly senderId: string;
}

/** A value of a connector's memory. */
export interface WantedState {
  readonly channel: string;
  readonly account: string;
  readonly key: string;
  readonly value: string;
}

export interface WantedPoll {
  readonly id: string;
  readonly conversation: string;
  readonly question: string;
  readonly options: readonly string[];
  readonly maxSelections: number;
  /** Epoch ms. */
  readonly createdAt: number;
  /** By directory id: positions of options, ascending. */
  readonly votes: ReadonlyMap<string, readonly number[]>;
}
