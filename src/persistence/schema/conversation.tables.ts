import type { Generated } from 'kysely';

interface InboundEventsTable {
  id: string;
  channel: string;
  account: string;
  /** Unique per channel and account: what makes an event happen once (DESIGN 4). */
  inbox_key: string;
  session_key: string;
  /** Null in rows of before 0008. */
  conversation_id: string | null;
  sender_id: string | null;
  state: 'pending' | 'done' | 'dead';
  /** The pipeline's verdict; null while pending. */
  outcome: 'turn' | 'heard' | 'command' | 'stopped' | 'pairing' | 'vote' | 'dropped' | 'failed' | null;
  /** Why it was dropped. */
  reason: string | null;
  /** The event that goes on with what this one says, while neither is answered. */
  joined_by: string | null;
  /** The InboundEvent as JSON, with earlier ones it goes on with; emptied once the event is done, the transcript holds what may be kept. */
  payload: string;
  received_at: number;
  processed_at: number | null;
  /** Its number in the account, where the service gives one. */
  sequence: number | null;
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
  /** Where in the conversation; null = its main line, and in rows of ours, whose delivery says it. */
  thread_id: string | null;
  role: 'user' | 'assistant';
  /** `heard`: said in a group to others; `notice`: a reaction, a join, …. */
  kind: Generated<'turn' | 'heard' | 'notice'>;
  sender_id: string | null;
  sender_name: string | null;
  text: string;
  remote_id: string | null;
  /** The message this one answers, where the service says so. */
  reply_to: string | null;
  /** The delivery that brought an entry of the assistant, the first where it took several. Null in rows of before 0009. */
  delivery_id: string | null;
  /** The event it says or answers; of what an operator sent the delivery's own id. */
  event_id: string;
  created_at: number;
}

/** A person's decisions about a session; no row = its defaults. */
interface SessionsTable {
  session_key: string;
  /** Transcript entries up to this `seq` are no longer context (`/new`). */
  begins_after: number;
  /** Instead of the agent's own (`/model`). */
  model: string | null;
  /** The event that was the last `/stop`: turns of events before it are to end. */
  stopped_by: string | null;
  /** Another one whenever an entry that stands in the transcript changes; null = none ever did. */
  revision: string | null;
  updated_at: number;
}

/** How far a turn has come that may run again: what it has said already is not said twice (DESIGN 4). */
interface TurnProgressTable {
  event_id: string;
  /** The text whose deliveries are committed; with a stream, the text that it shows, whose delivery is still to come. */
  said: string;
  /** The first of these deliveries. Null in rows of before 0009, and with a stream. */
  delivery_id: string | null;
  /** The stream, as JSON; null where the answer is shown in none. */
  stream: string | null;
  updated_at: number;
}

/** The effects of a turn's tool calls: a turn that runs again does not repeat them (DESIGN 4). */
interface TurnStepsTable {
  event_id: string;
  /** Names the call within its turn: what it does and the how-manieth of its kind it is. */
  step: string;
  /** The tool's name and the arguments as the model gave them, JSON. Null in rows of before 0009. */
  call: string | null;
  /** 1 for the first step of the turn. Null in rows of before 0009. */
  number: number | null;
  /** Null while it is being done, or when we were killed in its middle. */
  result: string | null;
  created_at: number;
}

/** The last time that programs answered each other in a conversation; it lasts until `ends_at`. */
interface LoopBreaksTable {
  id: string;
  channel: string;
  account: string;
  conversation_id: string;
  /** Answers in a row that were answered without a human pause. */
  rounds: number;
  /** The how-manieth in a row. */
  times: number;
  broken_at: number;
  ends_at: number;
}

/** A poll that was sent, or is about to be. */
interface PollsTable {
  id: string;
  channel: string;
  account: string;
  conversation_id: string;
  /** The delivery that brings it; may be gone by now. */
  delivery_id: string;
  question: string;
  /** JSON array of texts. */
  options: string;
  max_selections: number;
  /** The actor, or `assistant`. */
  created_by: string;
  created_at: number;
  /** When it was made, or last voted in. */
  used_at: number;
}

/** The last vote of each sender; goes with its poll. */
interface PollVotesTable {
  poll_id: string;
  sender_id: string;
  sender_name: string | null;
  /** JSON array of positions in the options; empty = taken back. */
  selections: string;
  /** By the service's clock. */
  voted_at: number;
}

interface ConnectorStateTable {
  channel: string;
  account: string;
  key: string;
  value: string;
  updated_at: number;
}

/** Conversations: events that came in, what was said, sessions, turns and polls. */
export interface ConversationTables {
  inbound_events: InboundEventsTable;
  conversations: ConversationsTable;
  transcript: TranscriptTable;
  sessions: SessionsTable;
  turn_progress: TurnProgressTable;
  turn_steps: TurnStepsTable;
  loop_breaks: LoopBreaksTable;
  polls: PollsTable;
  poll_votes: PollVotesTable;
  connector_state: ConnectorStateTable;
}
