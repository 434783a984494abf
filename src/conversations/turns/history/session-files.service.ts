import { Injectable } from '@nestjs/common';
import type { MessageFile } from '../../../media/index.js';
import { HistoryRepository, type WantedFile } from '../../transcript/history.repository.js';
import { InboundFiles } from '../../transcript/inbound-files.service.js';
import { SessionRouter } from '../../sessions/session-router.js';
import type { StoredEvent, Utterance } from '../../inbox/stored-event.js';
import { HistoryFilter } from './history-filter.service.js';
import { TurnFiles } from './turn-files.service.js';

/** A file of the media store that people sent. */
export type SentFile = Pick<MessageFile, 'name'> & { readonly mediaId: string };

/** Finds the files that an assistant may send on: those in its session from people who still have access. */
@Injectable()
export class SessionFiles {
  constructor(
    private readonly inbound: InboundFiles,
    private readonly turn: TurnFiles,
    private readonly history: HistoryRepository,
    private readonly filter: HistoryFilter,
    private readonly router: SessionRouter,
  ) {}

  /** Files of the message to be answered, in order. */
  async own({ id, files, parts }: StoredEvent): Promise<readonly MessageFile[]> {
    if (files || !parts) return files ?? this.inbound.filesOf(id);
    return (await Promise.all(parts.map(async (part) => part.files ?? this.inbound.filesOf(part.id)))).flat();
  }

  /**
   * The file with this name: of the message itself, else of the message it answers, else the newest of the session.
   */
  async find(stored: StoredEvent<Utterance>, wanted: WantedFile): Promise<SentFile | undefined> {
    const { event } = stored;
    const isWanted = (file: MessageFile): file is MessageFile & SentFile =>
      file.mediaId !== undefined &&
      ('mediaId' in wanted ? file.mediaId === wanted.mediaId : file.name === wanted.name);
    const own = (await this.own(stored)).find(isWanted);
    if (own) return own;
    const answered = (await this.turn.ofAnswered(event, answeredBy(event), [])).find(isWanted);
    return answered ?? this.earlier(stored, wanted);
  }

  private async earlier(
    { event, sessionKey, session }: StoredEvent<Utterance>,
    wanted: WantedFile,
  ): Promise<SentFile | undefined> {
    const sessions = [...new Set([sessionKey, ...this.router.sessionsAt(event)])];
    const found = await this.history.filesIn(sessions, { after: session.beginsAfter, wanted });
    const [first] = await this.filter.apply(event, found);
    return found.find((each) => each === first);
  }
}

const answeredBy = (event: Utterance) => {
  if (event.kind === 'prompt') return undefined;
  return event.kind === 'message' ? event.replyTo : event.messageId;
};
