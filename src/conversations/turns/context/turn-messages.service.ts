import { Injectable } from '@nestjs/common';
import type {
  AnsweredMessage,
  DoneCall,
  MessageIds,
  TurnMessage,
  TurnPlace,
} from '../../../assistant/index.js';
import { type InboundEvent, readableOf, type RemoteMessageId, targetOf } from '../../../channels/index.js';
import { OurMessages, type OurMessage } from '../../../delivery/index.js';
import { ShortIds } from '../../sessions/short-ids.js';
import type { StoredEvent, Utterance } from '../../inbox/stored-event.js';
import { isSaidIn, type SpokenEntry } from '../../transcript/history.repository.js';
import { entryIdOf, isUnprompted } from '../../transcript/transcript-entry.js';
import { HistoryFilter } from '../history/history-filter.service.js';
import { HistoryService } from '../history/history.service.js';
import { withinBudget } from './context-budget.js';
import { utteredText, withoutFiles } from '../../transcript/text-for-model.js';
import { type EarlierFiles, TurnFiles, withAnswered } from '../history/turn-files.service.js';
import { type ContentScope, mentioned } from '../history/turn-images.service.js';

/** How much context an agent gets. */
export interface ContextOptions {
  readonly contextTokens: number;
  /** The files it gets with their content; the others are only mentioned. */
  readonly content: ContentScope;
  /** Calls of an interrupted run of the turn. */
  readonly alreadyDone: readonly DoneCall[];
  readonly signal: AbortSignal;
}

/** How many characters of an answered message are quoted. */
const QUOTE = 200;

type Quotes = ReadonlyMap<string, Pick<AnsweredMessage, 'quote' | 'isOurs'>>;

/** A session's earlier entries and the message to be answered, in the form that runtimes take. */
@Injectable()
export class TurnMessages {
  constructor(
    private readonly history: HistoryService,
    private readonly ourMessages: OurMessages,
    private readonly shortIds: ShortIds,
    private readonly files: TurnFiles,
    private readonly filter: HistoryFilter,
  ) {}

  /** The message alone. */
  alone({ event, receivedAt, files }: StoredEvent<Utterance>): TurnMessage {
    const { id, name } = event.sender;
    const attachments = files ?? (event.kind === 'message' ? event.attachments : []);
    return {
      role: 'user',
      kind: 'turn',
      text: utteredText(event),
      at: receivedAt,
      from: { id, ...(name === undefined ? {} : { name }) },
      ...(attachments.length > 0 ? { attachments: attachments.map(mentioned) } : {}),
    };
  }

  /** The message and the messages before it, oldest first. */
  async withContext(
    stored: StoredEvent<Utterance>,
    { contextTokens, content, alreadyDone, signal }: ContextOptions,
  ): Promise<{ history: TurnMessage[]; message: TurnMessage }> {
    const { event } = stored;
    const entries = await this.history.before(stored, contextTokens, signal);
    const quotes = await this.quotesFor(event, entries);
    const earlierFiles = await this.files.ofEntries(entries);
    // In this order: the short ids rise with the messages.
    const idsOf = this.shortIds.numbersOf(targetOf(event));
    const links = (wanted: Links) => linked(wanted, idsOf, quotes);
    const earlier = entries.map((entry) => remembered(event, entry, { links, earlierFiles }));
    const message = { ...this.alone(stored), ...links(linksOf(event)) };
    const { alreadySaid } = stored;
    const turn = { place: placeOf(event), history: earlier, message, alreadySaid, alreadyDone };
    const begins = entries.map((entry) => entry.role === 'user' || isUnprompted(entry));
    const history = withinBudget(turn, contextTokens, (index) => begins[index] === true);
    const answered = await this.files.ofAnswered(event, linksOf(event).about, entries);
    if (content === 'none') return { history, message: withAnswered(message, answered.map(mentioned)) };
    const kept = entries.slice(entries.length - history.length);
    return this.files.shown(
      { history, message },
      { files: stored.files ?? [], answered, kept, earlierFiles, content, signal },
    );
  }

  /** Quotes of the messages that others answer: from the history, else from the outbox. */
  private async quotesFor(event: Utterance, entries: readonly SpokenEntry[]): Promise<Quotes> {
    const here = entries.filter((entry) => isSaidIn(event, entry));
    const answered = new Set([linksOf(event).about, ...here.map(({ reply_to }) => reply_to)]);
    answered.delete(null);
    answered.delete(undefined);
    if (answered.size === 0) return new Map();
    const known = here.flatMap((entry) => {
      const { remote_id: id } = entry;
      return id !== null && answered.has(id) ? [[id, quoteOf(entry)] as const] : [];
    });
    for (const [id] of known) answered.delete(id);
    return new Map([...known, ...(await this.quotesOfOurs(event, [...answered] as RemoteMessageId[]))]);
  }

  /** Nor are the assistant's words to people who were revoked since quoted. */
  private async quotesOfOurs(event: Utterance, ids: readonly RemoteMessageId[]): Promise<Quotes> {
    const ours = await this.ourMessages.oursAmong(targetOf(event), ids);
    const eventIds = [...ours.values()].flatMap(({ eventId }) => eventId ?? []);
    const revoked = await this.filter.revokedAmong(event, eventIds);
    const textOf = ({ content, eventId }: OurMessage) =>
      eventId !== null && revoked.has(eventId) ? '' : readableOf(content);
    return new Map(
      [...ours].map(([id, said]) => [id, quoteOf({ text: textOf(said), role: 'assistant' })] as const),
    );
  }
}

/** The messages of entries, as they last were: most of a history is the same in the next turn. */
const messages = new WeakMap<SpokenEntry, TurnMessage>();

function remembered(
  event: InboundEvent,
  entry: SpokenEntry,
  {
    links,
    earlierFiles,
  }: { readonly links: (wanted: Links) => MessageLinks; readonly earlierFiles: EarlierFiles },
): TurnMessage {
  const { role, kind, text, sender_id, sender_name, created_at } = entry;
  const linked = links(isSaidIn(event, entry) ? { id: entry.remote_id, about: entry.reply_to } : {});
  const files = role === 'user' ? earlierFiles.get(entryIdOf(entry.event_id)) : undefined;
  const isPlain = linked.replyTo === undefined && files === undefined;
  const before = isPlain ? messages.get(entry) : undefined;
  if (before && before.ids === linked.ids) return before;
  const name = sender_name === null ? {} : { name: sender_name };
  const from = sender_id === null ? {} : { from: { id: sender_id, ...name } };
  const said = files ? { text: withoutFiles(text), attachments: files.map(mentioned) } : { text };
  const message = { role, kind, ...said, at: created_at, ...from, ...linked };
  if (isPlain) messages.set(entry, message);
  return message;
}

type MessageLinks = Pick<TurnMessage, 'ids' | 'replyTo'>;

function linked(
  { id, about }: Links,
  idsOf: (full: RemoteMessageId) => MessageIds,
  quotes: Quotes,
): MessageLinks {
  // An answered message is older than its answer, and its short id is lower.
  const answered = about ? idsOf(about as RemoteMessageId) : undefined;
  const ids = id ? idsOf(id as RemoteMessageId) : undefined;
  return {
    ...(ids ? { ids } : {}),
    ...(answered ? { replyTo: { ...answered, ...quotes.get(answered.full) } } : {}),
  };
}

/** Without the place's title: any group member may have written it (ADR 0017). */
export const placeOf = ({ channel, account, conversation: { id, kind } }: InboundEvent): TurnPlace => ({
  channel,
  account,
  conversation: { id, kind },
});

interface Links {
  readonly id?: string | null | undefined;
  readonly about?: string | null | undefined;
}

function linksOf(event: Utterance): Links {
  return event.kind === 'message'
    ? { id: event.messageId, about: event.replyTo }
    : { about: event.messageId };
}

const quoteOf = ({ role, text }: Pick<SpokenEntry, 'role' | 'text'>) => ({
  ...(text === '' ? {} : { quote: text.slice(0, QUOTE) }),
  ...(role === 'assistant' ? { isOurs: true } : {}),
});
