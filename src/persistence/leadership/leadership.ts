/** Stands for a process that asks for a lease. */
export interface Candidacy {
  /**
   * Gives the lease up for good, so that another process need not wait for its end; `onChange` hears nothing more.
   * Call it once the work that the lease is for has ended here. Never throws.
   */
  withdraw(): Promise<void>;
}

/**
 * Leases by name, each held by one process at a time among all that share the database: for work that would only
 * be done twice. A lease is no fence: for a moment around a change two processes may think they hold it, so the work
 * must be harmless when done twice.
 */
export abstract class Leadership {
  /**
   * Asks for a lease from now on. `onChange` is told true when it is ours and false when it may be another's; false is
   * also the first answer while another process has it. After a `kill -9` another has it within 15 s.
   */
  abstract campaign(leaseName: string, onChange: (isHeld: boolean) => void): Candidacy;

  /** Gives up all leases, so that others need not wait; `onChange` hears nothing more. Never throws. */
  abstract resign(): Promise<void>;
}

/** The embedded database belongs to one process: it holds every lease. */
export class SoleLeadership extends Leadership {
  override campaign(_leaseName: string, onChange: (isHeld: boolean) => void): Candidacy {
    onChange(true);
    return { withdraw: () => Promise.resolve() };
  }

  override resign(): Promise<void> {
    return Promise.resolve();
  }
}
