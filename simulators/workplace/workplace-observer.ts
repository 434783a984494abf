import { timeLimit } from '../common/time-limit.js';
import { waitFor } from '../common/wait-for.js';
import type { Complaint } from './common/complaints.js';
import type { WorkplaceCore } from './core/core.js';
import type { WorkplaceEvents } from './common/events.js';
import type { UploadedFile } from './core/files/uploads.js';
import type { Stream } from './core/streams.js';
import { shownText } from './messages/message-size.js';
import type { ShownMessage } from './transcript.js';
import { transcriptOf } from './transcript.js';
import type { Conversation, Delivery, HostName, Message, Posted, RequestRecord } from './common/types.js';

/** A test's read-only view of the simulator, with the means to wait for a condition. */
export class WorkplaceObserver {
  protected constructor(protected readonly core: WorkplaceCore) {}

  /** Typed events (`message`, `posted`, `delivery`, `request`, `change`). */
  get events(): WorkplaceEvents {
    return this.core.events;
  }

  /** The bot's completed calls of the connector REST API, in order; refused calls are only in `requests`. */
  get posted(): readonly Posted[] {
    return this.core.posted;
  }

  /** Present messages of a conversation, from people and the bot, without deleted ones. */
  messages(conversation: Conversation): readonly Message[] {
    return conversation.messages.filter(({ deletedAt }) => deletedAt === undefined);
  }

  /** The bot's present messages in the conversation, by default in all. */
  botMessages(conversation?: Conversation): readonly Message[] {
    const places = conversation ? [conversation] : this.core.world.conversations;
    return places.flatMap((place) => this.messages(place)).filter(({ from }) => from === undefined);
  }

  /**
   * All messages that a conversation shows now, in order: edits and streams are applied, deleted messages left out.
   * `thread`, any message of a thread, narrows a channel's transcript to that thread.
   */
  transcript(conversation: Conversation, thread?: Message): readonly ShownMessage[] {
    return transcriptOf(this.core, conversation, thread?.rootId);
  }

  /** The text as a person reads it: mentions with a matching entity are `@Name`, others stay tags (3.3). */
  shown(message: Message): string {
    return shownText(message.activity);
  }

  /** Bot mistakes that the cloud ignores without an error: a test asserts that there are none. */
  get complaints(): readonly Complaint[] {
    return this.core.complaints;
  }

  /** Finished attempts to deliver activities to the bot; the newest 10,000. */
  get deliveries(): readonly Delivery[] {
    return this.core.dispatcher.log;
  }

  /** For each Graph call, in order, the permissions that allow it, granted or not: any one is enough. */
  get permissionsAsked(): readonly (readonly string[])[] {
    return this.core.permissionsAsked;
  }

  /** Calls received by any host, refused ones included; the newest 10,000. */
  get requests(): readonly RequestRecord[] {
    return this.core.requests;
  }

  /** Calls of one host, in order. */
  requestsTo(host: HostName): readonly RequestRecord[] {
    return this.core.requests.filter((each) => each.host === host);
  }

  /** Completed uploads: consents in personal chats and documents on sites. */
  get uploads(): readonly UploadedFile[] {
    return this.core.uploads.done;
  }

  get streams(): readonly Stream[] {
    return this.core.streams.list();
  }

  /** Resolves with the first truthy value of `predicate`, which runs again after every change, never by polling. */
  waitFor<T>(
    predicate: () => T | undefined | null | false,
    timeoutMs = timeLimit(20_000),
    what?: string,
  ): Promise<T> {
    return waitFor(this.core.events, predicate, { timeoutMs, what });
  }

  /** Resolves when no delivery to the bot is pending. */
  async idle(timeoutMs = timeLimit(20_000)): Promise<void> {
    const isQuiet = (): boolean => this.core.timers.pending === 0 && this.core.dispatcher.inFlight === 0;
    await this.waitFor(isQuiet, timeoutMs, 'the simulator to be quiet');
  }
}
