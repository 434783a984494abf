import type { Generated } from 'kysely';

interface PairingRequestsTable {
  seq: Generated<number>;
  id: string;
  channel: string;
  account: string;
  sender_id: string;
  sender_name: string | null;
  /** The conversation of the request; null for requests made before the column existed. */
  conversation_id: string | null;
  thread_id: string | null;
  code: string;
  /** A pending request past `expires_at` is expired; no row is written for that. */
  status: 'pending' | 'approved' | 'denied';
  created_at: number;
  expires_at: number;
  decided_at: number | null;
  decided_by: string | null;
}

interface GrantsTable {
  id: string;
  channel: string;
  account: string;
  sender_id: string;
  sender_name: string | null;
  source: 'pairing' | 'operator';
  created_at: number;
  created_by: string;
}

interface UsersTable {
  id: string;
  display_name: string;
  /** As entered. */
  email: string;
  /** The normalised address for comparison; unique. */
  email_key: string;
  status: 'active' | 'disabled';
  created_at: number;
  updated_at: number;
}

/** The senders on the channels that a user is; a row is deleted with the user or the grant of the sender. */
interface UserIdentitiesTable {
  id: string;
  user_id: string;
  channel: string;
  account: string;
  sender_id: string;
  display_name: string | null;
  linked_at: number;
}

/** Revoked keys are deleted. */
interface ApiKeysTable {
  id: string;
  user_id: string;
  /** SHA-256 of the key, hex; the key itself is not stored. */
  hash: string;
  /** The first characters of the key, to identify it. */
  prefix: string;
  name: string;
  /** Separated by spaces. */
  scopes: string;
  limit_per_minute: number | null;
  limit_per_hour: number | null;
  limit_per_day: number | null;
  created_at: number;
  created_by: string;
  /** The key with which its holder created this one; null when an operator created it. */
  made_with: string | null;
  expires_at: number | null;
  /** At most a minute behind. */
  last_used_at: number | null;
}

/** Admin tokens besides the first owner token. Revoked ones are deleted. */
interface AdminTokensTable {
  id: string;
  /** SHA-256 of the token, hex; the token itself is not stored. */
  hash: string;
  role: 'viewer' | 'operator' | 'owner';
  name: string;
  /** The first characters of the token, to identify it. */
  prefix: string;
  created_at: number;
  created_by: string;
  /** The token with which it was created; null for the first owner token. */
  made_with: string | null;
  expires_at: number | null;
  /** At most a minute behind. */
  last_used_at: number | null;
}

/** Cookies of the console, and one-time links to it. */
interface SignInsTable {
  id: string;
  kind: 'cookie' | 'link';
  /**
   * The hash of the cookie's value or the link's code, which are not stored. Differs with the first owner token, if made
   * with that.
   */
  hash: string;
  /** The admin token it was made with; null for the first owner token. */
  token_id: string | null;
  created_at: number;
  expires_at: number;
  /** Null for a cookie, and for a link not yet opened. */
  used_at: number | null;
}

/** An `Idempotency-Key` under which a credential was created. */
interface IdempotencyRecordsTable {
  /** The actor and the key, separated by a space. */
  id: string;
  /** Of the request; null in older rows. */
  fingerprint: string | null;
  made_id: string;
  created_at: number;
}

interface AuditLogTable {
  seq: Generated<number>;
  at: number;
  actor: string;
  action: string;
  subject: string;
  /** JSON object; no secret, no message text. */
  details: string;
  /** JSON object with `before` and `after`, secrets masked; null for an act that changes no values, and in older rows. */
  change: string | null;
}

/** People who were erased, or are being erased. */
interface ErasuresTable {
  id: string;
  pseudonym: string;
  /** The Person as JSON while their rows are being erased; then null. */
  person: string | null;
  requested_by: string;
  /** JSON object: how many rows of each kind there were. */
  counts: string;
  created_at: number;
  finished_at: number | null;
}

/** Access: pairings, grants, users, keys, tokens and the audit log. */
export interface AccessTables {
  pairing_requests: PairingRequestsTable;
  grants: GrantsTable;
  users: UsersTable;
  user_identities: UserIdentitiesTable;
  api_keys: ApiKeysTable;
  admin_tokens: AdminTokensTable;
  sign_ins: SignInsTable;
  idempotency_records: IdempotencyRecordsTable;
  audit_log: AuditLogTable;
  erasures: ErasuresTable;
}
