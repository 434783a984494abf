/** What one look at the channel has shown. */
export interface Finding {
  readonly name: FindingName;
  /**
   * `failed`: the channel cannot do what it is set up for. `warning`: some of it may be missed. `unknown`: it cannot be
   * told from here.
   */
  readonly state: 'ok' | 'warning' | 'failed' | 'unknown';
  /** For a person, one line without a full stop; no secret. */
  readonly text: string;
  /** What there is to do, where there is something. */
  readonly cure?: string;
}

export type FindingName = 'credentials' | 'keys' | 'listener' | 'endpoint' | 'permissions' | 'package';
