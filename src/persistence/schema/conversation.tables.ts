import type { Generated } from 'kysely';

interface InboundEventsTable {
  id: string;
  channel: string;
  account: string;
  /** Unique per channel and account, so that an event is processed once (DESIGN 4). */
  inbox_key: string;
  session_key: string;
  /** Null in rows from before 0008. */
  conversation_id: string | null;
  sender_id: string | null;
  state: 'pending' | 'done' | 'dead';
  /** The result of processing; null while pending. */
  outcome:
    'turn' | 'heard' | 'command' | 'stopped' | 'pairing' | 'vote' | 'approval' | 'dropped' | 'failed' | null;
  /**
   * Why it got no answer of the assistant: the reason of a drop, `held` where a person held the
   * conversation, `not-paired` where a code was sent, the code of a
   * failure, or the command as `/name`; null for all other events.
   */
  reason: string | null;
  /** Why the gate let it in, or only heard it. Null in rows from before 0042. */
  judged: string | null;
  /** The event that continues this one while neither is answered. */
  joined_by: string | null;
  /**
   * The InboundEvent as JSON, with earlier ones it continues; emptied once the event is done, since the transcript
   * keeps the text.
   */
  payload: string;
  received_at: number;
  processed_at: number | null;
  /** Its number in the account, where the service numbers events. */
  sequence: number | null;
  /** The name of the model that answered; null where the runtime has none. */
  model: string | null;
  answer_remark: 'cut-off' | null;
  /** The run that ended the turn, as JSON: how long it took, its tokens, its tries, its error. */
  turn: string | null;
}

interface ConversationsTable {
  id: string;
  channel: string;
  account: string;
  conversation_id: string;
  kind: 'direct' | 'group' | 'channel';
  name: string | null;
  created_at: number;
  /** At most a minute behind. */
  last_message_at: number;
}

interface TranscriptTable {
  seq: Generated<number>;
  id: string;
  session_key: string;
  channel: string;
  account: string;
  conversation_id: string;
  /** The thread within the conversation; null = its main line, and in our own rows, whose delivery has the thread. */
  thread_id: string | null;
  role: 'user' | 'assistant';
  /**
   * `heard`: said to others, in a group or while a person held the conversation, where an assistant's entry is what that
   * person wrote; `notice`: a reaction, a join, ….
   */
  kind: Generated<'turn' | 'heard' | 'notice'>;
  sender_id: string | null;
  /** Without a `sender_id`: who wrote an entry that is no person's message nor the assistant's own. */
  sender_name: string | null;
  text: string;
  remote_id: string | null;
  /** The message this one answers, where the service reports it. */
  reply_to: string | null;
  /** The delivery of an assistant's entry, the first of several. Null in rows from before 0009. */
  delivery_id: string | null;
  /** The event this entry records or answers; for an operator's message, the id of the delivery itself. */
  event_id: string;
  /**
   * The first `seq` of the history that the turn of this entry was given. Null in entries of no answered turn, in rows
   * from before 0037, and where there was no history.
   */
  history_from: number | null;
  created_at: number;
}

/** The user's choices for a session; without a row its defaults apply. */
interface SessionsTable {
  session_key: string;
  /** Transcript entries up to this `seq` are no longer context (`/new`). */
  begins_after: number;
  /** Overrides the agent's own model (`/model`). */
  model: string | null;
  /** The event of the last `/stop`: turns of earlier events must end. */
  stopped_by: string | null;
  /** Renewed whenever an existing transcript entry changes; null = none ever did. */
  revision: string | null;
  updated_at: number;
}

/** The progress of a turn that may run again: text already sent is not sent twice (DESIGN 4). */
interface TurnProgressTable {
  event_id: string;
  /** The text whose deliveries are committed; with a stream, the text it shows, whose delivery is not yet made. */
  said: string;
  /** The first of these deliveries. Null in rows from before 0009, and with a stream. */
  delivery_id: string | null;
  /** The stream, as JSON; null for an answer without one. */
  stream: string | null;
  updated_at: number;
}

/** The effects of a turn's tool calls: a turn that runs again does not repeat them (DESIGN 4). */
interface TurnStepsTable {
  event_id: string;
  /** Identifies the call within its turn: the operation and its ordinal among those of its kind. */
  step: string;
  /** The tool's name and the arguments as the model gave them, JSON. Null in rows from before 0009. */
  call: string | null;
  /** 1 for the first step of the turn. Null in rows from before 0009. */
  number: number | null;
  /** Null while the call runs, or after a crash during it. */
  result: string | null;
  created_at: number;
}

/** The last break of a loop of programs that answered each other in a conversation; it lasts until `ends_at`. */
interface LoopBreaksTable {
  id: string;
  channel: string;
  account: string;
  conversation_id: string;
  /** Consecutive answers without a human pause. */
  rounds: number;
  /** The number of consecutive breaks. */
  times: number;
  broken_at: number;
  ends_at: number;
}

/** A conversation that a person has taken over; deleted when it is handed back. */
interface HoldsTable {
  channel: string;
  account: string;
  conversation_id: string;
  held_at: number;
  /** The actor who held it, or changed the hold last. */
  held_by: string;
  /** Null = until someone hands it back. */
  ends_at: number | null;
  /** For operators. */
  note: string | null;
  /** The last message that the assistant would have answered; null = none yet. */
  open_event: string | null;
  open_session: string | null;
  /** Its `payload` of `inbound_events`, which is emptied there. */
  open_payload: string | null;
}

/** A poll that was sent, or is about to be. */
interface PollsTable {
  id: string;
  channel: string;
  account: string;
  conversation_id: string;
  /** The delivery of the poll; may be deleted already. */
  delivery_id: string;
  question: string;
  /** JSON array of texts. */
  options: string;
  max_selections: number;
  /** The actor, or `assistant`. */
  created_by: string;
  created_at: number;
  /** The time of its creation or last vote. */
  used_at: number;
}

/** The last vote of each sender; deleted with its poll. */
interface PollVotesTable {
  poll_id: string;
  sender_id: string;
  sender_name: string | null;
  /** JSON array of positions in the options; empty = retracted. */
  selections: string;
  /** By the service's clock. */
  voted_at: number;
}

/** The state of each account as the replica with its upkeep sees it. */
interface AccountStatesTable {
  channel: string;
  account: string;
  status: ConnectionStatus;
  /** For operators. */
  reason: string | null;
  /** Epoch ms: since when it has this status. */
  since: number;
  last_error: string | null;
  last_error_at: number | null;
}

/** The states of the connector port, which this module does not know. */
type ConnectionStatus =
  | 'starting'
  | 'connecting'
  | 'connected'
  | 'degraded'
  | 'transient-disconnect'
  | 'bad-credentials'
  | 'logged-out'
  | 'error'
  | 'stopped';

/** The sums of a minute, an hour or a day (of UTC), rolled up from the rows of other tables. */
interface FiguresTable {
  step: 'minute' | 'hour' | 'day';
  begins_at: number;
  /** The end of the last minute that is counted in it. */
  counted_until: number;
  /** JSON. */
  sums: string;
  counted_at: number;
  /** When a minute is counted again, because something in it has not ended; null = never. */
  due_at: number | null;
}

interface ConnectorStateTable {
  channel: string;
  account: string;
  key: string;
  value: string;
  updated_at: number;
}

/** Conversations: received events, transcripts, sessions, turns and polls. */
export interface ConversationTables {
  inbound_events: InboundEventsTable;
  conversations: ConversationsTable;
  transcript: TranscriptTable;
  sessions: SessionsTable;
  turn_progress: TurnProgressTable;
  turn_steps: TurnStepsTable;
  loop_breaks: LoopBreaksTable;
  holds: HoldsTable;
  polls: PollsTable;
  poll_votes: PollVotesTable;
  connector_state: ConnectorStateTable;
  account_states: AccountStatesTable;
  figures: FiguresTable;
}
