import type { Generated } from 'kysely';

/** A message for one webhook, until it is taken; one that failed for good stays for some time. */
interface WebhookMessagesTable {
  seq: Generated<number>;
  /** The id that the receiver gets with every try; the same for all webhooks that are told. */
  id: string;
  webhook: string;
  /** Messages of one lane are sent in their order: `channel:account:conversation id`, or the group of the type. */
  lane: string;
  type: string;
  /** The bytes that are signed and sent, as text. */
  body: string;
  created_at: number;
  /** Tries that have ended. */
  attempts: Generated<number>;
  /** No message of its lane is sent before; null until a try has failed. */
  retry_at: number | null;
  /** Why the last try failed; no text of the answer. */
  last_error: string | null;
  /** When it failed for good; null while it waits. */
  died_at: number | null;
}

/** The state of a webhook, besides its configuration. */
interface WebhookStatesTable {
  id: string;
  /** Digest of the address: a webhook that moves to another one begins again. */
  target: string;
  /** When the receiver had it switched off; null while it is on. */
  off_at: number | null;
  /** Failures since the last success, and the time of the first of them. */
  failures: Generated<number>;
  failing_since: number | null;
  /** Nothing is sent before. */
  retry_at: number | null;
  last_success_at: number | null;
  last_failure_at: number | null;
  last_failure: string | null;
}

/** Messages to webhooks. */
export interface WebhookTables {
  webhook_messages: WebhookMessagesTable;
  webhook_states: WebhookStatesTable;
}
