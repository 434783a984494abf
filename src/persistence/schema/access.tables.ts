import type { Generated } from 'kysely';

interface PairingRequestsTable {
  id: string;
  channel: string;
  account: string;
  sender_id: string;
  sender_name: string | null;
  /** Where they asked; null for those who did before it was kept. */
  conversation_id: string | null;
  thread_id: string | null;
  code: string;
  /** A pending request past `expires_at` is expired; nothing needs to write that down. */
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

/** People and programs of the Data API. */
interface UsersTable {
  id: string;
  display_name: string;
  /** As it was given. */
  email: string;
  /** The form in which addresses are compared; unique. */
  email_key: string;
  status: 'active' | 'disabled';
  created_at: number;
  updated_at: number;
}

/** Which sender on a channel a user is; goes with the user and with the grant of the sender. */
interface UserIdentitiesTable {
  id: string;
  user_id: string;
  channel: string;
  account: string;
  sender_id: string;
  display_name: string | null;
  linked_at: number;
}

/** A revoked one is deleted. */
interface ApiKeysTable {
  id: string;
  user_id: string;
  /** SHA-256 of the key, hex; the key itself is nowhere. */
  hash: string;
  /** The first characters of the key, to tell one from another. */
  prefix: string;
  name: string;
  /** Separated by spaces. */
  scopes: string;
  limit_per_minute: number | null;
  limit_per_hour: number | null;
  limit_per_day: number | null;
  created_at: number;
  created_by: string;
  /** The key that its holder made this one with; null when an operator made it. */
  made_with: string | null;
  expires_at: number | null;
  /** At most a minute behind. */
  last_used_at: number | null;
}

/** Admin tokens besides the first owner token. What is revoked is deleted. */
interface AdminTokensTable {
  id: string;
  /** SHA-256 of the token, hex; the token itself is nowhere. */
  hash: string;
  role: 'viewer' | 'operator' | 'owner';
  name: string;
  /** The first characters of the token, to tell one from another. */
  prefix: string;
  created_at: number;
  created_by: string;
  /** The token it was made with; null for the first owner token. */
  made_with: string | null;
  expires_at: number | null;
  /** At most a minute behind. */
  last_used_at: number | null;
}

/** An `Idempotency-Key` under which a credential was made. */
interface IdempotencyRecordsTable {
  /** The actor and the key, a space between them. */
  id: string;
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
}

/** Access: pairings, grants, users, keys, tokens and the audit log. */
export interface AccessTables {
  pairing_requests: PairingRequestsTable;
  grants: GrantsTable;
  users: UsersTable;
  user_identities: UserIdentitiesTable;
  api_keys: ApiKeysTable;
  admin_tokens: AdminTokensTable;
  idempotency_records: IdempotencyRecordsTable;
  audit_log: AuditLogTable;
}
