import type { Change } from '../../channels/index.js';
import type { Activity } from '../service/wire/activity.js';
import { fieldsOf, recordsOf, textOf } from '../../channels/kit/index.js';
import { messageIdOf } from '../ids/id.js';
import { senderRefOf } from './place.js';
import { wordsOf } from './text.js';

/** The changes in an activity that is not a message (wire 1.7 to 1.10); none where the assistant need not know. */
export function changesOf(activity: Activity, bot: string | undefined): readonly Change[] {
  switch (activity.type) {
    case 'messageUpdate':
      return edited(activity);
    case 'messageDelete':
      return ofMessage(activity.id, (messageId) => ({ type: 'unsent', messageId }));
    case 'messageReaction':
      return [...reactions(activity, false), ...reactions(activity, true)];
    default:
      return [...members(activity, bot), ...renamed(activity)];
  }
}

type MessageId = NonNullable<ReturnType<typeof messageIdOf>>;

function ofMessage(id: unknown, change: (messageId: MessageId) => Change): readonly Change[] {
  const messageId = messageIdOf(id);
  return messageId === undefined ? [] : [change(messageId)];
}

/** Also covers a message whose deletion was undone: it has its original text. */
const edited = (activity: Activity): readonly Change[] =>
  ofMessage(activity.id, (messageId) => ({ type: 'edited', messageId, text: wordsOf(activity) }));

/**
 * The most reactions taken from one activity: they come one by one, and each is stored before the platform gets its
 * answer.
 */
const MAX_REACTIONS = 20;

function reactions(activity: Activity, isRemoved: boolean): readonly Change[] {
  const told = recordsOf(isRemoved ? activity.reactionsRemoved : activity.reactionsAdded).slice(
    0,
    MAX_REACTIONS,
  );
  return told.flatMap(({ type }) => {
    const kind = textOf(type);
    if (kind === undefined) return [];
    return ofMessage(activity.replyToId, (messageId) => ({
      type: 'reaction',
      messageId,
      emoji: emojiOf(kind),
      isRemoved,
    }));
  });
}

/** The bot's own installation and removal are not reported to it. */
function members(activity: Activity, bot: string | undefined): readonly Change[] {
  return (['joined', 'left'] as const).flatMap((type) => {
    const listed = recordsOf(type === 'joined' ? activity.membersAdded : activity.membersRemoved);
    const who = listed.flatMap((member) => senderRefOf(member, bot) ?? []).filter(({ isSelf }) => !isSelf);
    return who.length === 0 ? [] : [{ type, who }];
  });
}

function renamed(activity: Activity): readonly Change[] {
  const { eventType, channel, team } = fieldsOf(activity.channelData);
  const subject = eventType === 'channelRenamed' ? channel : eventType === 'teamRenamed' ? team : undefined;
  const name = textOf(fieldsOf(subject).name) ?? chatName(activity);
  return name === undefined ? [] : [{ type: 'renamed', name }];
}

/** `topicName` has the new topic of a chat. */
const chatName = ({ topicName }: Activity): string | undefined => textOf(topicName);

/** The platform's first six; newer ones come as a name, sometimes with the code point in front (wire 1.9). */
const EMOJI: ReadonlyMap<string, string> = new Map([
  ['like', '👍'],
  ['heart', '❤️'],
  ['laugh', '😆'],
  ['surprised', '😮'],
  ['sad', '🙁'],
  ['angry', '😡'],
]);
const CODE_POINT = /^([0-9a-f]{4,6})_/i;

/** The emoji of a reaction; its name, where only the platform's clients know the picture. */
function emojiOf(kind: string): string {
  const known = EMOJI.get(kind);
  if (known !== undefined) return known;
  const [, code] = CODE_POINT.exec(kind) ?? [];
  const point = Number.parseInt(code ?? '', 16);
  const sign = point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
  // Half a character is none.
  return sign !== '' && sign.isWellFormed() ? sign : kind;
}
