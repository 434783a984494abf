import { ACTIONS, type ActionName, type ChannelCapabilities } from '../../channels/index.js';

/** What can be asked for: `send` always, the rest where the channel can (spec 2-imbridge "Agent actions"). */
export const MESSAGE_ACTIONS = ['send', ...ACTIONS.filter((name) => name !== 'card')] as const;
export type MessageAction = 'send' | Exclude<ActionName, 'card'>;

/** Actions that are messages: they go through the outbox like every message. */
const SENDING: readonly MessageAction[] = ['send', 'reply', 'sendWithEffect', 'sendAttachment'];
export const isSending = (action: MessageAction): boolean => SENDING.includes(action);

/** The parameter that holds a file: an action brings the file itself, and its bytes stand nowhere else. */
export const FILE_PARAMETER: Readonly<Partial<Record<MessageAction, 'buffer' | 'media'>>> = {
  sendAttachment: 'buffer',
  setGroupIcon: 'media',
};

/** The parameters of an action, besides those that say where. */
export interface Parameters {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

const takes = (required: readonly string[], optional: readonly string[] = []): Parameters => ({
  required,
  optional,
});

export const PARAMETERS: Readonly<Record<MessageAction, Parameters>> = {
  send: takes([], ['message', 'card']),
  react: takes(['messageId', 'emoji'], ['remove']),
  edit: takes(['messageId', 'text']),
  unsend: takes(['messageId']),
  reply: takes(['messageId', 'text']),
  sendWithEffect: takes(['text', 'effectId']),
  sendAttachment: takes(['buffer'], ['filename', 'asVoice']),
  renameGroup: takes(['displayName']),
  setGroupIcon: takes(['media']),
  addParticipant: takes(['address']),
  removeParticipant: takes(['address']),
  leaveGroup: takes([]),
};

/** Whether the channel can do it here and now, as far as it knows. */
export const isPossible = ({ features }: ChannelCapabilities, name: ActionName): boolean =>
  ['partial', 'full'].includes(features[name] ?? 'rejected');
