interface DeliveriesTable {
  id: string;
  channel: string;
  account: string;
  conversation_id: string;
  /** The ThreadId it goes to; null = the conversation's main line. */
  thread_id: string | null;
  /** OutboundContent as JSON. */
  content: string;
  /** The file it brings: `media.id`; may be gone once it was sent. */
  media_id: string | null;
  state: 'queued' | 'sending' | 'unknown' | 'sent' | 'dead';
  /** The event it answers; null when an operator sent it. */
  event_id: string | null;
  /** Null in rows of before 0022. */
  author: 'assistant' | 'operator' | 'gateway' | null;
  /** Attempts begun. */
  attempts: number;
  /** Attempts that count against the limit: those the remote itself refused. */
  failures: number;
  remote_id: string | null;
  last_code: string | null;
  last_detail: string | null;
  created_at: number;
  first_attempt_at: number | null;
  last_attempt_at: number | null;
  /** When the last attempt ended; null while one runs, or when we were killed in its middle. */
  last_ended_at: number | null;
  sent_at: number | null;
  /** As that of inbound events. */
  sequence: number | null;
  /** The person who was asked whether they take its file. */
  offered_to: string | null;
  /** The file is kept for them until then, epoch ms; null once they have answered. */
  offered_until: number | null;
  /** When the service says it reached a device, and when it was read there. */
  delivered_at: number | null;
  read_at: number | null;
}

interface DeliveryAttemptsTable {
  delivery_id: string;
  number: number;
  started_at: number;
  ended_at: number;
  outcome: 'sent' | 'not-sent' | 'unknown';
  code: string | null;
  detail: string | null;
}

/** An operator's `Idempotency-Key` and what was sent under it. */
interface OperatorSendsTable {
  /** The actor and the key, a space between them. */
  id: string;
  /** SHA-256 of what was asked for, hexadecimal. */
  fingerprint: string;
  /** JSON list of ids, in order. */
  delivery_ids: string;
  created_at: number;
}

/** A file, once for however many messages bring or send it; deleted when none needs it any more (ADR 0037). */
interface MediaTable {
  /** SHA-256 of the bytes, hexadecimal. */
  id: string;
  /** Told by the bytes. */
  mime_type: string;
  bytes: number;
  /** When it last came in, or a delivery was made with it. */
  used_at: number;
  /** Until when somebody needs it whatever else does not. */
  held_until: number | null;
}

/** The bytes of files, where they are in the database and not below the state dir. */
interface MediaChunksTable {
  /** `media.id`, or the name of what is still coming in. */
  media_id: string;
  /** From 0, in order. */
  number: number;
  bytes: Uint8Array;
  written_at: number;
}

/** The files a message brought; they go with its transcript entry. */
interface MessageFilesTable {
  /** `transcript.id`; may be written ahead of it. */
  entry_id: string;
  /** From 0. */
  position: number;
  /** Null when it could not be had, or is not kept any more. */
  media_id: string | null;
  name: string;
  mime_type: string;
  bytes: number;
  /** Why it could not be had. */
  problem: string | null;
  created_at: number;
}

/** Messages on their way out, and the files of all messages. */
export interface DeliveryTables {
  deliveries: DeliveriesTable;
  delivery_attempts: DeliveryAttemptsTable;
  operator_sends: OperatorSendsTable;
  media: MediaTable;
  media_chunks: MediaChunksTable;
  message_files: MessageFilesTable;
}
