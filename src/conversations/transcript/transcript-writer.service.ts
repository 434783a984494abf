import { type ConversationDetails, targetOf } from '../../channels/index.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/index.js';
import type { Tx } from '../../persistence/index.js';
import type { StoredEvent, Utterance } from '../inbox/stored-event.js';
import type { OwnEntry, TranscriptEntry } from './transcript-entry.js';
import { type AuthorsChange, TranscriptRepository } from './transcript.repository.js';
import { textForModel } from './text-for-model.js';

/** Stores events and answers, together with their conversations, as they are to be remembered. */
@Injectable()
export class TranscriptWriter {
  constructor(
    private readonly transcript: TranscriptRepository,
    private readonly clock: Clock,
  ) {}

  /** Stores an event that starts no turn. */
  async storeHeard(
    tx: Tx,
    { id: eventId, sessionKey, event }: StoredEvent,
    line: Pick<TranscriptEntry, 'kind' | 'text'>,
  ): Promise<void> {
    const at = this.clock.now();
    await Promise.all([
      this.transcript.append(tx, [{ sessionKey, eventId, event, at, ...line }]),
      this.transcript.touchConversation(tx, event, at),
    ]);
  }

  /** See {@link TranscriptRepository.rewrite}. */
  rewrite(tx: Tx, change: AuthorsChange): Promise<boolean> {
    return this.transcript.rewrite(tx, change);
  }

  /**
   * Stores the question of a turn, once: before a tool's message, before what was said by hand meanwhile, or with the
   * answer. Joined messages are stored separately, so that each can be edited and taken back.
   */
  storeQuestion(tx: Tx, stored: Question): Promise<void> {
    return this.transcript.append(tx, entriesOf(stored, this.clock.now()));
  }

  /** Stores a message of ours that is not an answer, in a conversation that the service describes, or that is known. */
  async storeOurs(
    tx: Tx,
    entry: Omit<OwnEntry, 'at'>,
    { touches = true, details }: OwnPlace = {},
  ): Promise<void> {
    const at = this.clock.now();
    await this.transcript.appendOurs(tx, { ...entry, at });
    if (!touches) return;
    if (!details) return this.transcript.touchKnown(tx, entry.place, at);
    const { channel, account } = entry.place;
    const { conversation } = details;
    return this.transcript.touchConversation(tx, { channel, account, conversation }, at);
  }

  /**
   * @param answer when its text is empty, only the question is stored
   * @param kind of the question: `heard` when people answer it in the assistant's place
   */
  async storeAnswer(
    tx: Tx,
    stored: StoredEvent<Utterance>,
    answer: Pick<OwnEntry, 'text' | 'deliveryId'>,
    kind: 'turn' | 'heard' = 'turn',
  ): Promise<void> {
    const { id: eventId, sessionKey, event, historyFrom } = stored;
    const at = this.clock.now();
    const text = answer.text.trim();
    const ours = { ...answer, text, historyFrom, sessionKey, eventId, place: targetOf(event), at };
    await Promise.all([
      this.transcript.append(tx, entriesOf(stored, at, kind), text === '' ? undefined : ours),
      this.transcript.touchConversation(tx, event, at),
    ]);
  }
}

interface OwnPlace {
  /** Whether the message counts as the conversation's last one. */
  readonly touches?: boolean;
  readonly details?: ConversationDetails | undefined;
}

type Question = Pick<
  StoredEvent<Utterance>,
  'id' | 'sessionKey' | 'event' | 'files' | 'parts' | 'historyFrom'
>;

const entriesOf = (stored: Question, at: number, kind: 'turn' | 'heard' = 'turn'): TranscriptEntry[] =>
  (stored.parts ?? [stored]).map((part: Pick<Question, 'id' | 'event' | 'files'>) => ({
    sessionKey: stored.sessionKey,
    eventId: part.id,
    event: part.event,
    text: textForModel(part),
    kind: part.event.kind === 'prompt' ? 'notice' : kind,
    historyFrom: stored.historyFrom,
    at,
  }));
