/*
 * The terms in which a connector states who may write, and in which access-control judges it. They stand here because
 * those two modules must not know each other.
 */

export const DM_POLICIES = ['pairing', 'allowlist', 'open', 'disabled'] as const;
export type DmPolicy = (typeof DM_POLICIES)[number];

export const GROUP_POLICIES = ['open', 'allowlist', 'disabled'] as const;
export type GroupPolicy = (typeof GROUP_POLICIES)[number];

/** A configured allowlist in the connector's canonical form. Empty = no one. */
export interface AllowList {
  /** The list contains `*`. */
  readonly anyone: boolean;
  /** Keys as in InboundMessage.accessKeys. */
  readonly keys: ReadonlySet<string>;
}
