/**
 * All kinds of jobs. A kind has one handler, slots of its own, and lanes that other kinds do not share; its name is stored
 * with each job and shown as a label of metrics, so it never changes.
 */
export const JOB_KINDS = {
  /** An event in the lane of its session: judged, and mostly answered. */
  inbound: 'inbound',
  /**
   * Events that never wait for a model: those of unknown senders, votes, answers to an offered file or an approval, and
   * most commands.
   */
  aside: 'inbound-aside',
  /** An approval: its approved call, its expiry, or the message that shows how it ended. */
  approval: 'approval',
  /** A delivery: sent, or first reconciled, in the lane of its conversation. */
  delivery: 'delivery',
  /** A request of the Data API whose caller does not wait. */
  dataRequest: 'data-request',
  /** The erasing of a person. */
  erasure: 'erasure',
} as const;

export type JobKind = (typeof JOB_KINDS)[keyof typeof JOB_KINDS];
