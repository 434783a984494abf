export const USER_STATUSES = ['active', 'disabled'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** A sender on a channel that is known to be this user. */
export interface Identity {
  readonly id: string;
  readonly channel: string;
  /** Our account on the channel. */
  readonly account: string;
  /** In the channel's own form. */
  readonly senderId: string;
  /** The name the channel showed when the sender was let in; anyone may choose any name. */
  readonly displayName: string | null;
  /** Epoch ms. */
  readonly linkedAt: number;
}

/** A user of the Data API, who may hold keys (DESIGN 7). Times are epoch milliseconds. */
export interface User {
  readonly id: string;
  readonly displayName: string;
  readonly email: string;
  readonly status: UserStatus;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** In the order of their linking. */
  readonly identities: readonly Identity[];
}

export interface NewUser {
  readonly email: string;
  /** Defaults to the local part of the address. */
  readonly displayName?: string | undefined;
}

/** A field that is left out stays as it is. */
export interface UserChange {
  readonly email?: string | undefined;
  readonly displayName?: string | undefined;
  readonly status?: UserStatus | undefined;
}
