interface DeliveriesTable {
  id: string;
  channel: string;
  account: string;
  conversation_id: string;
  /** The target ThreadId; null = the conversation's main line. */
  thread_id: string | null;
  /** OutboundContent as JSON. */
  content: string;
  /** The attached file: `media.id`; may be deleted after sending. */
  media_id: string | null;
  state: 'queued' | 'sending' | 'unknown' | 'sent' | 'dead';
  /** The answered event; null when an operator sent the message. */
  event_id: string | null;
  /** Null in rows from before 0022. */
  author: 'assistant' | 'operator' | 'gateway' | null;
  /** Attempts started. */
  attempts: number;
  /** Attempts that count against the limit: those refused by the remote itself. */
  failures: number;
  remote_id: string | null;
  last_code: string | null;
  last_detail: string | null;
  created_at: number;
  first_attempt_at: number | null;
  last_attempt_at: number | null;
  /** End of the last attempt; null while one runs, or after a crash during one. */
  last_ended_at: number | null;
  sent_at: number | null;
  /** As in inbound events. */
  sequence: number | null;
  /** The person whose consent to the file was requested. */
  offered_to: string | null;
  /** The file is kept for that person until then, epoch ms; null once they have answered. */
  offered_until: number | null;
  /** The times at which the service reports delivery to a device, and reading. */
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

/** An operator's `Idempotency-Key`, and what came of the message, poll or action asked for under it. */
interface OperatorSendsTable {
  /** The actor and the key, separated by a space. */
  id: string;
  /** SHA-256 of the request, hexadecimal. */
  fingerprint: string;
  /** JSON list of ids, in order. */
  delivery_ids: string;
  /** The rest of the answer as JSON; null for a message, and while an action is performed. */
  answer: string | null;
  created_at: number;
}

/** A file, stored once for all messages that bring or send it; deleted when none needs it any more (ADR 0037). */
interface MediaTable {
  /** SHA-256 of the bytes, hexadecimal. */
  id: string;
  /** Detected from the bytes. */
  mime_type: string;
  bytes: number;
  /** The time it was last received or used by a new delivery. */
  used_at: number;
  /** The file is kept until then even when no message needs it. */
  held_until: number | null;
}

/** The bytes of files, where they are stored in the database instead of the state dir. */
interface MediaChunksTable {
  /** `media.id`, or the temporary name of a file still being received. */
  media_id: string;
  /** From 0, in order. */
  number: number;
  bytes: Uint8Array;
  written_at: number;
}

/** The files of received messages; deleted with the transcript entry. */
interface MessageFilesTable {
  /** `transcript.id`; may be written before the entry. */
  entry_id: string;
  /** From 0. */
  position: number;
  /** Null when the file could not be fetched, or is no longer kept. */
  media_id: string | null;
  name: string;
  mime_type: string;
  bytes: number;
  /** The reason why the file could not be fetched. */
  problem: string | null;
  created_at: number;
}

/** Outgoing messages, and the files of all messages. */
export interface DeliveryTables {
  deliveries: DeliveriesTable;
  delivery_attempts: DeliveryAttemptsTable;
  operator_sends: OperatorSendsTable;
  media: MediaTable;
  media_chunks: MediaChunksTable;
  message_files: MessageFilesTable;
}
