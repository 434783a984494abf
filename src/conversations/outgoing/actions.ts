import { ACTIONS, type ActionName, type ChannelCapabilities, type Feature } from '../../channels/index.js';

/**
 * Actions that can be requested: `send` always, the others where the channel supports them (spec 2-imbridge "Agent
 * actions"), and `pollResults` where there are polls.
 */
export const MESSAGE_ACTIONS = ['send', ...ACTIONS.filter((name) => name !== 'card'), 'pollResults'] as const;
export type MessageAction = 'send' | Exclude<ActionName, 'card'> | 'pollResults';

/** Operators use `POST /polls` for these. */
export const POLL_ACTIONS = ['poll', 'pollResults'] as const;
export type PollAction = (typeof POLL_ACTIONS)[number];

/** Actions that are messages and so go through the outbox. */
const SENDING: readonly MessageAction[] = ['send', 'reply', 'sendWithEffect', 'sendAttachment', 'poll'];
export const isSending = (action: MessageAction): boolean => SENDING.includes(action);

/** The name of the parameter that holds a file, for each action that takes one. */
export const FILE_PARAMETER: Readonly<Partial<Record<MessageAction, 'buffer' | 'media'>>> = {
  send: 'buffer',
  reply: 'buffer',
  sendAttachment: 'buffer',
  setGroupIcon: 'media',
};

/** The parameters of an action, except those of its target. */
export interface Parameters {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** A file in addition to text. */
const FILE = ['buffer', 'filename', 'asVoice'];

const takes = (required: readonly string[], optional: readonly string[] = []): Parameters => ({
  required,
  optional,
});

export const PARAMETERS: Readonly<Record<MessageAction, Parameters>> = {
  send: takes([], ['message', 'card', 'replyStyle', ...FILE]),
  react: takes(['messageId'], ['emoji', 'remove']),
  edit: takes(['messageId', 'text']),
  unsend: takes(['messageId']),
  reply: takes(['messageId', 'text'], ['replyStyle', ...FILE]),
  sendWithEffect: takes(['text', 'effectId']),
  sendAttachment: takes(['buffer'], ['filename', 'asVoice']),
  poll: takes(['question', 'options'], ['maxSelections']),
  pollResults: takes([], ['pollId']),
  renameGroup: takes(['displayName']),
  setGroupIcon: takes(['media']),
  addParticipant: takes(['address']),
  removeParticipant: takes(['address']),
  leaveGroup: takes([]),
};

/** The names of the required fields that an action lacks. To remove our reaction, the emoji may be left out. */
export function missingIn(
  action: MessageAction,
  isGiven: (name: string) => boolean,
  isRemoval: boolean,
): readonly string[] {
  const { required } = PARAMETERS[action];
  const needed = action === 'react' && !isRemoval ? [...required, 'emoji'] : required;
  return needed.filter((name) => !isGiven(name));
}

/** Whether the channel supports a feature there now, as far as it knows. */
export const isPossible = ({ features }: ChannelCapabilities, name: Feature): boolean =>
  ['partial', 'full'].includes(features[name] ?? 'rejected');
