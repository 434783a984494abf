/** The ends that a key of the peer's configuration can have. */
export const KEY_OUTCOMES = ['taken', 'changed', 'not-taken', 'to-decide', 'unknown'] as const;
export type KeyOutcome = (typeof KEY_OUTCOMES)[number];

export interface KeyReport {
  /** In the peer's configuration. */
  readonly path: string;
  readonly outcome: KeyOutcome;
  /** The settings of ours it has gone to. */
  readonly settings: readonly string[];
  /** Why, or how the meaning differs; no value of a secret. */
  readonly note: string;
}

/** `new`: made by this import. `there`: was so before. `kept`: ours differs, and stays. */
export type TargetState = 'new' | 'there' | 'kept';

export interface SettingReport {
  readonly setting: string;
  readonly state: TargetState;
}

export interface SecretReport {
  readonly file: string;
  readonly state: TargetState;
  /** Where it was found, in words. */
  readonly origin: string;
  /** The address that the gateway will send it to, in words. */
  readonly goes_to: string;
}

export interface Tally {
  readonly new: number;
  readonly there: number;
}

export interface GrantTally extends Tally {
  readonly channel: string;
  readonly account: string;
}

/** Records that were read and are not imported, by kind, with their number. */
export interface NotTaken {
  readonly open_requests?: number;
  readonly transcripts?: number;
  readonly queued_messages?: number;
  readonly scheduled_tasks?: number;
  readonly memory_files?: number;
  readonly skills?: number;
}

/** The same with `--dry-run`, which writes nothing. No value of a secret is in it. */
export interface ImportReport {
  readonly program: 'openclaw' | 'hermes';
  readonly dry_run: boolean;
  readonly folder: string;
  readonly config: string | null;
  readonly included: readonly string[];
  readonly version: string | null;
  /** The shape of the source, by the importer's own names. */
  readonly layout: string;
  readonly keys: readonly KeyReport[];
  readonly settings: readonly SettingReport[];
  readonly secrets: readonly SecretReport[];
  readonly grants: readonly GrantTally[];
  readonly references: Tally;
  readonly polls: Tally;
  readonly not_taken: NotTaken;
  /** For a person, one sentence each. */
  readonly to_do: readonly string[];
}
