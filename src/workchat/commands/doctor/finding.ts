/** The result of one check of the channel. */
export interface Finding {
  readonly name: FindingName;
  /**
   * `failed`: the channel cannot work as configured. `warning`: some features may fail. `unknown`: it cannot be
   * determined from here.
   */
  readonly state: 'ok' | 'warning' | 'failed' | 'unknown';
  /** For a person, one line without a full stop; no secret. */
  readonly text: string;
  /** The cure, if there is one. */
  readonly cure?: string;
}

export type FindingName = 'credentials' | 'keys' | 'listener' | 'endpoint' | 'permissions' | 'package';
