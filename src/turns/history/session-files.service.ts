import { Injectable } from '@nestjs/common';
import { plainName } from '../../common/index.js';
import type { MessageFile } from '../../media/index.js';
import {
  HistoryRepository,
  InboundFiles,
  SessionRouter,
  type StoredEvent,
  type Utterance,
  type WantedFile,
} from '../../conversations/index.js';
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
   * The file with this name: of the message itself, else of the message it answers, else the newest of the session. A
   * Mac spells names otherwise than models write them, so where no name is the wanted one, a name like it is meant.
   */
  async find(stored: StoredEvent<Utterance>, wanted: WantedFile): Promise<SentFile | undefined> {
    const { event } = stored;
    const own = (await this.own(stored)).filter(isKept);
    const isIt = (file: SentFile) => isWanted(file, wanted);
    const ownExact = own.find(isIt);
    if (ownExact) return ownExact;
    const answered = (await this.turn.ofAnswered(event, answeredBy(event), [])).filter(isKept);
    const exact = answered.find(isIt) ?? (await this.earlier(stored, wanted));
    if (exact || 'mediaId' in wanted) return exact;
    const name = plainName(wanted.name);
    const like = [...own, ...answered].find((file) => plainName(file.name) === name);
    return like ?? this.earlierLike(stored, name);
  }

  private async earlierLike(stored: StoredEvent<Utterance>, plain: string): Promise<SentFile | undefined> {
    const names = await this.history.fileNamesIn(this.sessionsOf(stored), stored.session.beginsAfter);
    for (const name of names.filter((each) => plainName(each) === plain)) {
      const found = await this.earlier(stored, { name });
      if (found) return found;
    }
    return undefined;
  }

  private async earlier(stored: StoredEvent<Utterance>, wanted: WantedFile): Promise<SentFile | undefined> {
    const after = stored.session.beginsAfter;
    const found = await this.history.filesIn(this.sessionsOf(stored), { after, wanted });
    const [first] = await this.filter.apply(stored.event, found);
    return found.find((each) => each === first);
  }

  private sessionsOf({ event, sessionKey }: StoredEvent<Utterance>): readonly string[] {
    return [...new Set([sessionKey, ...this.router.sessionsAt(event)])];
  }
}

const isKept = (file: MessageFile): file is MessageFile & SentFile => file.mediaId !== undefined;

const isWanted = (file: SentFile, wanted: WantedFile): boolean =>
  'mediaId' in wanted ? file.mediaId === wanted.mediaId : file.name === wanted.name;

const answeredBy = (event: Utterance) => {
  if (event.kind === 'prompt') return undefined;
  return event.kind === 'message' ? event.replyTo : event.messageId;
};
