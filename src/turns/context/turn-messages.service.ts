import { Injectable } from '@nestjs/common';
import {
  type AnsweredMessage,
  type DoneCall,
  HistoryLine,
  type MessageIds,
  type QuotedWords,
  type TurnMessage,
  type TurnPlace,
} from '../../assistant/index.js';
import {
  type InboundEvent,
  type QuotedMessage,
  readableOf,
  type RemoteMessageId,
  targetOf,
} from '../../channels/index.js';
import { OurMessages, type OurMessage } from '../../delivery/index.js';
import {
  entryIdOf,
  type HistoryEntry,
  isSaidIn,
  isUnprompted,
  ShortIds,
  type SpokenEntry,
  type StoredEvent,
  type Utterance,
  utteredText,
  withinBudget,
  withoutFiles,
} from '../../conversations/index.js';
import { HistoryFilter } from '../history/history-filter.service.js';
import { HistoryService } from '../history/history.service.js';
import {
  type EarlierFiles,
  type ToldHistory,
  TurnFiles,
  withAnswered,
} from '../history/turn-files.service.js';
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

/** A history and the first `seq` of it; undefined where there is nothing before the message. */
export type BegunHistory = ToldHistory & Pick<StoredEvent, 'historyFrom'>;

/** How many characters of an answered message are quoted. */
const QUOTE = 200;

type Quote = Pick<AnsweredMessage, 'quote' | 'isOurs'>;
type Quotes = ReadonlyMap<string, Quote>;

const NO_QUOTES: Quotes = new Map();

/** The words of quoted messages that may be shown. */
type WordsQuoted = ReadonlyMap<QuotedMessage, QuotedWords>;

const NO_WORDS: WordsQuoted = new Map();

const wordsOf = ({ text, senderName }: QuotedMessage): QuotedWords => ({
  text,
  ...(senderName === undefined ? {} : { name: senderName }),
});

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
      kind: event.kind === 'prompt' ? 'notice' : 'turn',
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
  ): Promise<BegunHistory> {
    const { event } = stored;
    const begun = await this.history.before(stored, contextTokens, signal);
    const { entries } = begun;
    const quotes = await this.quotesFor(event, entries);
    const words = await this.wordsQuotedIn(event, entries, quotes);
    const earlierFiles = await this.files.ofEntries(entries);
    const idsOf = this.shortIds.numbersOf(targetOf(event));
    const earlier = entries.map((entry) => lineOf(event, entry, { idsOf, quotes, words, earlierFiles }));
    const message = { ...this.alone(stored), ...linked(linksOf(event), { idsOf, quotes, words }) };
    const { alreadySaid } = stored;
    const turn = { place: placeOf(event), history: earlier, message, alreadySaid, alreadyDone };
    const history = withinBudget(turn, contextTokens, (index) => mayBegin(entries[index]));
    const answered = await this.files.ofAnswered(event, linksOf(event).about, entries);
    const kept = entries.slice(entries.length - history.length);
    const historyFrom = kept.length < entries.length ? cutAt(kept, entries) : begun.historyFrom;
    if (content === 'none')
      return { history, historyFrom, message: withAnswered(message, answered.map(mentioned)) };
    const ofTurn = { files: stored.files ?? [], answered, kept, earlierFiles, content, signal };
    return { ...(await this.files.shown({ history, message }, ofTurn)), historyFrom };
  }

  /** Quotes of the messages that others answer: from the history, else from the outbox. */
  private async quotesFor(event: Utterance, entries: readonly SpokenEntry[]): Promise<Quotes> {
    const answered = answeredIn(event, entries);
    if (answered.size === 0) return NO_QUOTES;
    const quotes = new Map<string, Quote>();
    for (const entry of entries) {
      const { remote_id: id } = entry;
      if (id !== null && answered.has(id) && isSaidIn(event, entry)) quotes.set(id, quoteOf(entry));
    }
    const others = [...answered].filter((id) => !quotes.has(id)) as RemoteMessageId[];
    for (const [id, quote] of await this.quotesOfOurs(event, others)) quotes.set(id, quote);
    return quotes;
  }

  /** What messages quote of others that are not known here, as far as their authors may write here. */
  private async wordsQuotedIn(
    event: Utterance,
    entries: readonly SpokenEntry[],
    known: Quotes,
  ): Promise<WordsQuoted> {
    const told = [linksOf(event), ...entries].flatMap(({ quotes = [] }) => quotes);
    const unknown = told.filter(({ messageId }) => messageId === undefined || !known.has(messageId));
    if (unknown.length === 0) return NO_WORDS;
    const quotable = await this.filter.quotable(event, unknown);
    return new Map([...quotable].map((quote) => [quote, wordsOf(quote)] as const));
  }

  /** Leaves out answers of the assistant to people who have been revoked since. */
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

/** The ids of the messages that the event and the entries of its conversation answer or concern. */
function answeredIn(event: Utterance, entries: readonly SpokenEntry[]): ReadonlySet<string> {
  const answered = new Set<string>();
  for (const entry of entries)
    if (entry.reply_to !== null && isSaidIn(event, entry)) answered.add(entry.reply_to);
  const { about } = linksOf(event);
  if (about !== null && about !== undefined) answered.add(about);
  return answered;
}

/** The first `seq` of what was kept; behind all entries where nothing was. */
function cutAt(kept: readonly HistoryEntry[], entries: readonly HistoryEntry[]): number | undefined {
  const last = entries.findLast(({ seq }) => seq !== undefined)?.seq;
  return kept.find(({ seq }) => seq !== undefined)?.seq ?? (last === undefined ? undefined : last + 1);
}

const mayBegin = (entry: SpokenEntry | undefined): boolean =>
  entry !== undefined && (entry.role === 'user' || isUnprompted(entry));

interface Surroundings {
  readonly idsOf: (full: RemoteMessageId, before?: MessageIds) => MessageIds;
  readonly quotes: Quotes;
  readonly words: WordsQuoted;
  readonly earlierFiles: EarlierFiles;
}

/** The entry's line: most of a history is the same in the next turn. */
function lineOf(event: InboundEvent, entry: HistoryEntry, around: Surroundings): HistoryLine {
  const { kind, text, remote_id, reply_to } = entry;
  const isHere = isSaidIn(event, entry);
  const links = isHere ? { id: remote_id, about: reply_to, quotes: entry.quotes } : {};
  const files = filesOf(entry, around.earlierFiles);
  const before = files ? undefined : entry.line;
  const { ids, replyTo, quoted } = linked(links, around, before?.message.ids);
  if (before?.message.ids === ids && isSameAnswer(before?.message.replyTo, replyTo) && before) return before;
  const line = new HistoryLine({
    role: isOwnWord(entry) ? 'assistant' : 'user',
    kind,
    text: files ? withoutFiles(text) : text,
    at: entry.created_at,
    from: authorOf(entry),
    ids,
    replyTo,
    quoted,
    attachments: files?.map(mentioned),
  });
  if (!files) entry.line = line;
  return line;
}

/** A text that a person wrote in the assistant's place is not shown as its own word (ADR 0095). */
const isOwnWord = ({ role, kind }: SpokenEntry): boolean => role === 'assistant' && kind === 'turn';

/** An entry without a sender has the name of an operator, or of the gateway, where it is not the assistant's own. */
function authorOf({ sender_id, sender_name }: SpokenEntry): TurnMessage['from'] {
  const name = sender_name === null ? {} : { name: sender_name };
  if (sender_id !== null) return { id: sender_id, ...name };
  return sender_name === null ? undefined : { id: sender_name };
}

const filesOf = ({ role, event_id }: SpokenEntry, earlierFiles: EarlierFiles) =>
  role === 'user' && earlierFiles.size > 0 ? earlierFiles.get(entryIdOf(event_id)) : undefined;

type MessageLinks = Pick<TurnMessage, 'ids' | 'replyTo' | 'quoted'>;

function linked(
  { id, about, quotes: told = [] }: Links,
  { idsOf, quotes, words }: Pick<Surroundings, 'idsOf' | 'quotes' | 'words'>,
  before?: MessageIds,
): MessageLinks {
  // Numbered first, because an answered message is older than its answer and gets the lower short id.
  const answered = about ? idsOf(about as RemoteMessageId) : undefined;
  const quoted = told.flatMap((each) => words.get(each) ?? []);
  return {
    ids: id ? idsOf(id as RemoteMessageId, before) : undefined,
    replyTo: answered && { ...answered, ...quotes.get(answered.full) },
    quoted: quoted.length > 0 ? quoted : undefined,
  };
}

const isSameAnswer = (one: TurnMessage['replyTo'], other: TurnMessage['replyTo']): boolean =>
  one === other ||
  (one?.full === other?.full &&
    one?.short === other?.short &&
    one?.quote === other?.quote &&
    one?.isOurs === other?.isOurs);

/** Leaves out the place's title, because any group member may have written it (ADR 0017). */
export const placeOf = ({ channel, account, conversation: { id, kind } }: InboundEvent): TurnPlace => ({
  channel,
  account,
  conversation: { id, kind },
});

interface Links {
  readonly id?: string | null | undefined;
  readonly about?: string | null | undefined;
  readonly quotes?: readonly QuotedMessage[] | undefined;
}

function linksOf(event: Utterance): Links {
  return event.kind === 'message'
    ? { id: event.messageId, about: event.replyTo, quotes: event.quotes }
    : { about: event.kind === 'card-answer' ? event.messageId : undefined };
}

const quoteOf = ({ role, text }: Pick<SpokenEntry, 'role' | 'text'>): Quote => ({
  ...(text === '' ? {} : { quote: text.slice(0, QUOTE) }),
  ...(role === 'assistant' ? { isOurs: true } : {}),
});
