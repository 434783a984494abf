/** The result of one look at the channel. */
export interface Finding {
  readonly name: FindingName;
  /**
   * `failed`: the channel cannot do what it is set up for. `warning`: some of it may be missed. `unknown`: it cannot be
   * told from here.
   */
  readonly state: 'ok' | 'warning' | 'failed' | 'unknown';
  /** For a person, one line without a full stop; no secret. */
  readonly text: string;
  /** The cure, where there is one. */
  readonly cure?: string;
}

export type FindingName = 'credentials' | 'keys' | 'listener' | 'endpoint' | 'permissions' | 'package';
