/** A process's request for a lease. */
export interface Candidacy {
  /**
   * Releases the lease for good, so that another process need not wait for its end; `onChange` is not called any more.
   * Call it once the work under the lease has ended here. Never throws.
   */
  withdraw(): Promise<void>;
}

/**
 * Named leases, each held by one process at a time among all that share the database, to avoid duplicate work. A lease
 * is no fence: for a moment around a change two processes may think they hold it, so the work must be harmless when
 * done twice.
 */
export abstract class Leadership {
  /**
   * Requests a lease from now on. `onChange` is called with true when it is ours and with false when it may be
   * another's; false is also the first call while another process has it. After a `kill -9` another process has it
   * within 15 s.
   */
  abstract campaign(leaseName: string, onChange: (isHeld: boolean) => void): Candidacy;

  /** Releases all leases, so that others need not wait; `onChange` is not called any more. Never throws. */
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
