interface McpToolsTable {
  server: string;
  name: string;
  /** Digest of the server's address or command: another server under the same name begins again. */
  origin: string;
  /** The definition that may be used, as JSON; null for a tool that no one has accepted. */
  accepted: string | null;
  accepted_at: number | null;
  /** Null for the first list of a server. */
  accepted_by: string | null;
  /** The definition in the server's last list, as JSON; null when the tool is not in it any more. */
  offered: string | null;
  offered_at: number;
}

/** A person's login to a server; the tokens are sealed. */
interface McpLoginsTable {
  server: string;
  /** Digest of the server's address and of what this gateway is there: another one needs a login of its own. */
  origin: string;
  sealed: string;
  /** Grows with every new pair of tokens. */
  version: number;
  issuer: string;
  /** As granted; null when the authorization server does not say. */
  scope: string | null;
  /** A scope that a call lacked. */
  missing_scope: string | null;
  /** Why the tokens are of no use any more; null while they are. */
  ended_because: string | null;
  logged_in_at: number;
  logged_in_by: string;
  /** The process that fetches new tokens, alone until then. */
  refresher: string | null;
  refresher_until: number | null;
}

/** The last attempt at a login to a server. */
interface McpLoginAttemptsTable {
  server: string;
  id: string;
  state_hash: string;
  origin: string;
  /** Null when it has ended. */
  sealed: string | null;
  status: string;
  problem: string | null;
  started_by: string;
  expires_at: number;
}

interface ApprovalsTable {
  id: string;
  code: string;
  state: string;
  agent_id: string;
  provider: string;
  tool: string;
  model_name: string;
  /** Digest of the server's address, or command with folder and environment; empty for `message`. */
  origin: string;
  /** Digest of the pinned definition; empty for `message`. */
  definition: string;
  /** The arguments as they are shown, hashed and sent. */
  input: string;
  digest: string;
  channel: string;
  account: string;
  conversation_id: string;
  sender_id: string;
  /** Place and sender as the turn's event had them, as JSON: by these the requester is judged again. */
  asked_in: string;
  /** The messages that ask, and their places, as JSON. */
  shown: string;
  session_key: string;
  event_id: string;
  created_at: number;
  expires_at: number;
  decided_at: number | null;
  decided_by: string | null;
  decided_by_name: string | null;
  reason: string | null;
  result: string | null;
  ended_at: number | null;
}

/** Tools that are called without asking for someone, until then. */
interface ToolPermissionsTable {
  id: string;
  agent_id: string;
  provider: string;
  tool: string;
  model_name: string;
  origin: string;
  definition: string;
  channel: string;
  account: string;
  conversation_id: string;
  sender_id: string;
  sender_name: string | null;
  granted_by: string;
  created_at: number;
  ends_at: number;
}

/** Tools besides `message`, and calls that wait for a person. */
export interface ToolTables {
  mcp_tools: McpToolsTable;
  mcp_logins: McpLoginsTable;
  mcp_login_attempts: McpLoginAttemptsTable;
  approvals: ApprovalsTable;
  tool_permissions: ToolPermissionsTable;
}
