import type { WorkplaceCore } from './core/core.js';
import { text } from './common/json.js';
import { shownText } from './messages/message-size.js';
import type { Stream } from './core/streams.js';
import type { Activity, Conversation, Message } from './common/types.js';

/** A message of a conversation as a person sees it now. */
export interface ShownMessage {
  readonly id: string;
  /** Id of its thread's root post, its own id for the post itself; undefined in chats. */
  readonly threadId: string | undefined;
  readonly by: 'bot' | 'person';
  /** Name of the person, or the app's current name for the bot. */
  readonly author: string;
  /** Mentions are `@Name`. */
  readonly text: string;
  readonly attachments: NonNullable<Activity['attachments']>;
  /** The message that the bot answers: the id in the path of its call, or `replyToId`. */
  readonly answers: string | undefined;
  readonly isEdited: boolean;
  /** `streaming`: still growing; `cut-off`: a stream that ended without its final message. */
  readonly state: 'whole' | 'streaming' | 'cut-off';
}

/**
 * Everything a conversation shows, in the order of posting: edits are applied, deleted messages left out, and a stream
 * is its visible text at the position where it began. `threadId` narrows it to one thread of a channel.
 */
export function transcriptOf(core: WorkplaceCore, place: Conversation, threadId?: string): ShownMessage[] {
  const messages = place.messages.filter(({ deletedAt }) => deletedAt === undefined);
  const own = core.streams.list().filter(({ conversationId }) => conversationId === place.id);
  const began = new Map(own.map(({ messageId, startedAt }) => [messageId, startedAt]));
  const streams = own.filter(({ messageId, text: words }) => messageId === undefined && words !== '');
  return [
    ...messages.map((message) => ({
      at: began.get(message.id) ?? message.createdAt,
      shown: ofMessage(core, message),
    })),
    ...streams.map((stream) => ({ at: stream.startedAt, shown: ofStream(core, stream) })),
  ]
    .toSorted((one, other) => one.at - other.at)
    .map(({ shown }) => shown)
    .filter((each) => threadId === undefined || each.threadId === threadId);
}

function ofMessage({ app }: WorkplaceCore, message: Message): ShownMessage {
  const { id, rootId: threadId, from, activity, editedAt } = message;
  return {
    id,
    threadId,
    by: from ? 'person' : 'bot',
    author: from?.name ?? app.name,
    text: shownText(activity),
    attachments: activity.attachments ?? [],
    answers: from ? undefined : (message.answers ?? text(activity.replyToId)),
    isEdited: editedAt !== undefined,
    state: 'whole',
  };
}

const ofStream = ({ app, streams }: WorkplaceCore, stream: Stream): ShownMessage => ({
  id: stream.id,
  threadId: undefined,
  by: 'bot',
  author: app.name,
  text: stream.text,
  attachments: [],
  answers: undefined,
  isEdited: false,
  state: streams.isOver(stream) ? 'cut-off' : 'streaming',
});
