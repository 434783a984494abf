/** That a process runs for an office. */
export interface Candidacy {
  /**
   * Gives the office up for good, so that another need not wait for the end of the lease; `onChange` hears nothing
   * more. Call it when what the office is for has been ended here. Never throws.
   */
  withdraw(): Promise<void>;
}

/**
 * Offices that one process holds at a time among all that share the database: for work that would only be done
 * twice. It is a lease and no fence: for a moment around a change two may think they hold one, so what is done in
 * an office must be harmless when done twice.
 */
export abstract class Leadership {
  /**
   * Runs for an office from now on. `onChange` is told true when it is ours and false when it may be another's;
   * false is also the first answer while another has it. After a `kill -9` another has it within 15 s.
   */
  abstract campaign(office: string, onChange: (isHeld: boolean) => void): Candidacy;

  /** Gives up all offices, so that others need not wait; `onChange` hears nothing more. Never throws. */
  abstract resign(): Promise<void>;
}
