import { Injectable } from '@nestjs/common';
import { HistoryLine, type TurnAttachment, type TurnInput, type TurnMessage } from '../../assistant/index.js';
import { type MessageFile, MessageFiles } from '../../media/index.js';
import {
  entryIdOf,
  HistoryRepository,
  isSaidIn,
  mayHaveFiles,
  type SpokenEntry,
  type Utterance,
  withoutFiles,
} from '../../conversations/index.js';
import { HistoryFilter } from './history-filter.service.js';
import { RecalledFiles } from './recalled-files.service.js';
import { type ContentScope, type ImageBudget, TurnImages } from './turn-images.service.js';

/** By the ids of transcript entries. */
export type EarlierFiles = ReadonlyMap<string, readonly MessageFile[]>;

/** A message and the lines before it, oldest first. */
export type ToldHistory = Pick<TurnInput, 'history' | 'message'>;

/** The files of one turn, and their messages. */
export interface FilesOfTurn {
  /** Files of the message itself. */
  readonly files: readonly MessageFile[];
  /** Files of the message it answers, when that is not part of the history. */
  readonly answered: readonly MessageFile[];
  /** The entries of the history, in its order. */
  readonly kept: readonly SpokenEntry[];
  readonly earlierFiles: EarlierFiles;
  readonly content: ContentScope;
  readonly signal: AbortSignal;
}

/** How long an answer waits for the files of all recalled messages, ms. */
const RECALLED_FILES_MS = 8_000;

/** Chooses the files that a model is shown: those of the message, of earlier messages, and of the answered one. */
@Injectable()
export class TurnFiles {
  constructor(
    private readonly files: MessageFiles,
    private readonly repository: HistoryRepository,
    private readonly filter: HistoryFilter,
    private readonly images: TurnImages,
    private readonly recalled: RecalledFiles,
  ) {}

  ofEntries(entries: readonly SpokenEntry[]): Promise<EarlierFiles> {
    const brought = entries.filter(({ role, text }) => role === 'user' && mayHaveFiles(text));
    return this.files.filesOf(brought.map(({ event_id }) => entryIdOf(event_id)));
  }

  /** Files of the answered message, unless it is among the entries or its sender was revoked since. */
  async ofAnswered(
    event: Utterance,
    about: string | null | undefined,
    entries: readonly SpokenEntry[],
  ): Promise<readonly MessageFile[]> {
    if (!about || entries.some((entry) => entry.remote_id === about && isSaidIn(event, entry))) return [];
    const said = await this.repository.saidAs(event, about);
    if (!said || !mayHaveFiles(said.text)) return [];
    const revoked = await this.filter.revokedAmong(event, [said.event_id]);
    if (revoked.has(said.event_id)) return [];
    const entryId = entryIdOf(said.event_id);
    return (await this.files.filesOf([entryId])).get(entryId) ?? [];
  }

  /**
   * Adds the files that the agent accepts and that fit the budget: first those of the message, then of the answered
   * message, then the newest.
   */
  async shown({ history, message }: ToldHistory, ofTurn: FilesOfTurn): Promise<ToldHistory> {
    const { files, answered, kept, earlierFiles } = ofTurn;
    const budget = this.images.budget(ofTurn.content);
    const own =
      files.length > 0 ? { ...message, attachments: await this.images.show(files, budget) } : message;
    const asked = withAnswered(own, await this.images.show(answered, budget));
    const isWithFiles = earlierFiles.size > 0 || kept.some(({ attachments }) => attachments);
    if (!isWithFiles) return { history, message: asked };
    const earlier = [...history];
    const signal = AbortSignal.any([ofTurn.signal, AbortSignal.timeout(RECALLED_FILES_MS)]);
    for (const [index, entry] of [...kept.entries()].reverse()) {
      const brought = await this.broughtBy(entry, { ...ofTurn, signal }, budget);
      const told = earlier[index]?.message;
      if (!brought || !told) continue;
      const text = entry.attachments ? withoutFiles(told.text) : told.text;
      const attachments = await this.images.show(brought, budget);
      earlier[index] = new HistoryLine({ ...told, text, attachments });
    }
    return { history: earlier, message: asked };
  }

  /** @returns undefined when only the text mentions them */
  private async broughtBy(
    entry: SpokenEntry,
    { earlierFiles, content, signal }: FilesOfTurn,
    { count }: ImageBudget,
  ): Promise<readonly MessageFile[] | undefined> {
    const { role, attachments, event_id } = entry;
    if (!attachments) return role === 'user' ? earlierFiles.get(entryIdOf(event_id)) : undefined;
    return count < 1 ? undefined : this.recalled.fetch(entry, attachments, { content, signal });
  }
}

/** A message with the files of the message it answers, if there are any. */
export function withAnswered(message: TurnMessage, attachments: readonly TurnAttachment[]): TurnMessage {
  const { replyTo } = message;
  return replyTo && attachments.length > 0 ? { ...message, replyTo: { ...replyTo, attachments } } : message;
}
