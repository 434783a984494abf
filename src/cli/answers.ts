/* What the admin API answers, as far as the commands read it; openapi/admin.v1.json is the whole truth. */

export interface Pairing {
  readonly id: string;
  readonly channel: string;
  readonly account: string;
  readonly sender_id: string;
  readonly sender_name: string | null;
  readonly code: string;
  readonly status: string;
  readonly expires_at: string;
}

export interface Delivery {
  readonly id: string;
  readonly channel: string;
  readonly account: string;
  readonly conversation_id: string;
  readonly status: string;
  readonly attempt_count: number;
  readonly last_code: string | null;
  readonly created_at: string;
  readonly delivered_at: string | null;
  readonly read_at: string | null;
}

export interface DeliveryDetail extends Delivery {
  readonly attempts: readonly {
    readonly number: number;
    readonly started_at: string;
    readonly outcome: string;
    readonly code: string | null;
    readonly detail: string | null;
  }[];
}

export interface Grant {
  readonly id: string;
  readonly channel: string;
  readonly account: string;
  readonly sender_id: string;
  readonly sender_name: string | null;
  readonly source: string;
  readonly created_at: string;
  readonly created_by: string;
}

export interface Conversation {
  readonly id: string;
  readonly channel: string;
  readonly account: string;
  readonly conversation_id: string;
  readonly kind: string;
  readonly name: string | null;
  readonly last_message_at: string;
}

export interface ConversationMessage {
  readonly id: string;
  readonly role: string;
  readonly kind: string;
  readonly sender_id: string | null;
  readonly sender_name: string | null;
  readonly text: string;
  readonly reason: string | null;
  readonly at: string;
}

export interface AuditEntry {
  readonly id: string;
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly details: Readonly<Record<string, string>>;
}

export interface Timeline {
  readonly event_id: string;
  readonly channel: string;
  readonly account: string;
  readonly sender_id: string | null;
  readonly state: string;
  readonly outcome: string | null;
  readonly reason: string | null;
  readonly steps: readonly {
    readonly at: string;
    readonly step: string;
    readonly id: string;
    readonly outcome: string | null;
    readonly detail: string | null;
  }[];
}

export interface AdminToken {
  readonly id: string;
  readonly role: string;
  readonly name: string;
  readonly prefix: string;
  readonly created_by: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
}

export interface Poll {
  readonly id: string;
  readonly channel: string;
  readonly conversation_id: string;
  readonly question: string;
  readonly options: readonly { readonly text: string; readonly votes: number }[];
  readonly max_selections: number;
  readonly voter_count: number;
  readonly created_at: string;
}

export interface PollDetail extends Poll {
  readonly voters: readonly {
    readonly sender_id: string;
    readonly sender_name: string | null;
    readonly selections: readonly string[];
    readonly voted_at: string;
  }[];
}

/** Of `POST /messages`. */
export interface SentMessage {
  readonly delivery_id: string;
  readonly delivery_ids: readonly string[];
}

export interface User {
  readonly id: string;
  readonly display_name: string;
  readonly email: string;
  readonly status: string;
  readonly created_at: string;
  readonly identities: readonly {
    readonly id: string;
    readonly channel: string;
    readonly account: string;
    readonly sender_id: string;
    readonly display_name: string | null;
    readonly linked_at: string;
  }[];
}

export interface ApiKey {
  readonly id: string;
  readonly prefix: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly made_with: string | null;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
}

export interface DeadLetter {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly attempt_count: number;
  readonly last_error: string;
  readonly died_at: string;
}

export interface AccountState {
  readonly channel: string;
  readonly account: string;
  readonly status: string;
  readonly reason: string | null;
}

export interface Channel {
  readonly channel: string;
  readonly capabilities: { readonly version: number; readonly features: Readonly<Record<string, string>> };
  readonly accounts: readonly (AccountState & {
    readonly dm_policy: string;
    readonly group_policy: string;
    readonly probe: Readonly<Record<string, string | number | boolean | null>> | null;
  })[];
}

export interface Config {
  readonly config: Readonly<Record<string, unknown>>;
  readonly sources: Readonly<Record<string, string>>;
  readonly pending_restart: readonly string[];
}

export interface ConfigOutcome {
  readonly changed: readonly string[];
  readonly applied: readonly string[];
  readonly needs_restart: readonly string[];
  readonly overridden: readonly { readonly path: string; readonly variable: string }[];
}

export interface LoopBreak {
  readonly id: string;
  readonly channel: string;
  readonly account: string;
  readonly conversation_id: string;
  readonly rounds: number;
  readonly broken_at: string;
  readonly ends_at: string;
}

export interface PluginStatus {
  readonly name: string;
  readonly version: string | null;
  readonly channels: readonly string[];
  readonly state: string;
  readonly problem: string | null;
}

export interface Status {
  readonly version: string;
  readonly uptime_seconds: number;
  readonly node: string;
  readonly database: { readonly dialect: string; readonly ok: boolean };
  readonly configuration: {
    readonly valid: boolean;
    readonly problems: readonly { readonly path: string; readonly message: string }[];
    readonly pending_restart: readonly string[];
  };
  readonly channels: readonly AccountState[];
  readonly plugins: readonly PluginStatus[];
  readonly agents: readonly {
    readonly id: string;
    readonly runtime: string;
    readonly model: string | null;
    readonly state: string;
    readonly reason: string | null;
  }[];
  readonly warnings: readonly string[];
  readonly pending_pairings: number | null;
  readonly jobs: Readonly<Record<string, number>> | null;
  readonly dead_jobs: number | null;
  readonly deliveries: { readonly open: number; readonly dead: number } | null;
  readonly loops: number | null;
  readonly memory: { readonly rss_bytes: number };
}
