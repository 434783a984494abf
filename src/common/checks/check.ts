/** `unknown`: it cannot be told from here, or the check itself failed. */
export const CHECK_STATES = ['ok', 'warning', 'failed', 'unknown'] as const;
export type CheckState = (typeof CHECK_STATES)[number];

/** The result of a check for one subject. */
export interface Finding {
  readonly state: CheckState;
  /** One sentence for an operator, without a full stop; no secret, no text of a message. */
  readonly message: string;
  /** The path of the setting or variable that decides. */
  readonly setting?: string;
  /** The command or change that helps. Absent when `ok`. */
  readonly remedy?: string;
  /** Absent where a person has to decide. */
  readonly repair?: Repair;
}

/** A change that cannot hurt. It never writes the configuration. */
export interface Repair {
  /** The change in words, as in "set the mode of /var/lib/gatehouse/admin-token to 0600". */
  readonly change: string;
  /** May be called when it is not needed any more. @throws Error with the reason */
  apply(signal: AbortSignal): Promise<void>;
}

/** One thing that `gatehouse doctor` looks at. */
export interface Check {
  /** Lower case with hyphens, as `disk`; those of a connector are put behind its channel, as `imbridge.webhook`. */
  readonly id: string;
  /**
   * Looks now, and sends nothing to anyone. A subject each: accounts, agents, files; none when there is nothing to look
   * at. An error, or no answer within {@link CHECK_MS}, is reported as `unknown`.
   */
  run(signal: AbortSignal): Promise<readonly Finding[]>;
}

/** A finding, and the check that found it. */
export interface CheckResult extends Finding {
  readonly id: string;
}

/** The results as programs read them. */
export const checksReport = (results: readonly CheckResult[]) => ({
  ok: results.every(({ state }) => state !== 'failed'),
  checks: results.map(({ id, state, message, setting, remedy, repair }) => ({
    id,
    state,
    message,
    setting: setting ?? null,
    remedy: remedy ?? null,
    fixable: repair !== undefined,
    repair: repair?.change ?? null,
  })),
});

/** The time that a check may take, ms; all run at once, and an operator waits for the slowest. */
export const CHECK_MS = 4_000;
