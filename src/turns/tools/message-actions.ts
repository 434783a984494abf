import { type ChannelCapabilities, REPLY_STYLES } from '../../channels/index.js';
import type { ToolPolicy } from '../../common/index.js';
import {
  FILE_PARAMETER,
  isPossible,
  MESSAGE_ACTIONS,
  type MessageAction,
  missingIn,
  PARAMETERS,
  POLL_LIMITS,
  readPoll,
} from '../../conversations/index.js';
import { type CallRule, isAllowed, ruleOfAction } from './tool-policy.js';

/**
 * Only senders who may give commands can use these actions, because they change other people's messages or the members
 * of a group.
 */
export const OF_OPERATORS: readonly MessageAction[] = [
  'edit',
  'unsend',
  'renameGroup',
  'setGroupIcon',
  'addParticipant',
  'removeParticipant',
  'leaveGroup',
];

/** Parameters that name a target, in all the spellings of the specifications. */
const WHERE = ['to', 'target', 'chatGuid', 'channel'];

type Schema = Readonly<Record<string, unknown>>;

const TEXT: Schema = { type: 'string', description: 'The text.' };
const MESSAGE_ID: Schema = {
  type: 'string',
  description: 'Id of the message it is about: the short number shown with it, or the full id.',
};
const TO: Schema = {
  type: 'string',
  description: 'The target, when it is not this conversation.',
};

/**
 * The parameters that name an action's target. An action on a message needs none, because the message is in this
 * conversation.
 */
function whereOf(action: MessageAction): readonly string[] {
  if (action === 'send') return ['target'];
  return ['react', 'edit', 'unsend'].includes(action) ? [] : ['to'];
}

/** The parameters of an action, in the order in which a model reads them. */
function namesOf(action: MessageAction): readonly string[] {
  const { required, optional } = PARAMETERS[action];
  return [...required, ...optional, ...whereOf(action)];
}

const OR_ATTACHMENT =
  ', or attachment:1 for the first file of the message you are answering, or attachment:<name> for one that was sent here before.';

const SCHEMAS: Readonly<Record<string, Schema>> = {
  message: { ...TEXT, description: 'What to send.' },
  card: { type: 'object', description: "A card in the service's own schema." },
  target: TO,
  chatGuid: TO,
  channel: { type: 'string', description: 'The channel; only this one.' },
  replyStyle: {
    type: 'string',
    enum: REPLY_STYLES,
    description: 'Only to override where it is posted: in the thread, or as a separate post.',
  },
  messageId: MESSAGE_ID,
  emoji: { type: 'string', description: 'The reaction.' },
  remove: { type: 'boolean', description: 'Remove the reaction; without emoji, any reaction of yours.' },
  text: TEXT,
  to: TO,
  effectId: { type: 'string', description: 'Name of the effect.' },
  buffer: { type: 'string', description: `A file, sent after the text: base64${OR_ATTACHMENT}` },
  filename: { type: 'string', description: 'Its name as the recipient sees it, with the extension.' },
  asVoice: {
    type: 'boolean',
    description: 'As a voice memo: MP3, CAF or Opus in Ogg; otherwise it is sent as a file.',
  },
  media: { type: 'string', description: `The image: base64${OR_ATTACHMENT}` },
  question: { ...TEXT, description: `The question; one line, at most ${POLL_LIMITS.question} characters.` },
  options: {
    type: 'array',
    items: { type: 'string', maxLength: POLL_LIMITS.option },
    minItems: POLL_LIMITS.fewestOptions,
    maxItems: POLL_LIMITS.mostOptions,
    description: 'The options; all different.',
  },
  maxSelections: {
    type: 'integer',
    minimum: 1,
    description: 'How many options one person may choose; default 1.',
  },
  pollId: { type: 'string', description: 'Id of the poll; without it the last polls of the conversation.' },
  displayName: { type: 'string', description: 'The new name of the group.' },
  address: { type: 'string', description: 'Who: a phone number, email address or user.' },
};

/** The actions that are possible here now and allowed by the policy. */
export function availableActions(
  capabilities: ChannelCapabilities,
  policy: ToolPolicy,
): readonly MessageAction[] {
  return MESSAGE_ACTIONS.filter(
    (name) =>
      (name === 'send' || isPossible(capabilities, name === 'pollResults' ? 'poll' : name)) &&
      isAllowed(policy, 'message', name),
  );
}

/** The same for a person, with the rule for each, and cards in messages beside them. */
export function ruledActions(
  capabilities: ChannelCapabilities,
  policy: ToolPolicy,
  isAuthorized: boolean,
): readonly { readonly name: string; readonly rule: CallRule }[] {
  const actions = availableActions(capabilities, policy).filter(
    (action) => isAuthorized || !OF_OPERATORS.includes(action),
  );
  const hasCards = isPossible(capabilities, 'card') && isAllowed(policy, 'message', 'card');
  return [
    ...actions.map((name) => ({ name, rule: ruleOfAction(policy, name) })),
    ...(hasCards ? [{ name: 'card', rule: ruleOfAction(policy, 'send', ['card']) }] : []),
  ];
}

/** The problem with a call, in words for the model. */
export interface ToolRefusal {
  readonly error: string;
}

/** The problem with the arguments of an action; undefined when there is none. */
export function argumentProblem(
  action: MessageAction,
  input: Readonly<Record<string, unknown>>,
): string | undefined {
  const [missing] = missingIn(action, (name) => !isBlank(input[name]), input.remove === true);
  if (missing !== undefined) return `${missing} is required for ${action}`;
  if (action === 'send' && isBlank(input.message) && isBlank(input.buffer) && input.card === undefined)
    return 'message or card is required for send';
  // Finds arguments that the action does not take, too: a target among them must not be ignored silently.
  const wrong = Object.keys(input).find(
    (name) =>
      Object.hasOwn(SCHEMAS, name) &&
      input[name] !== undefined &&
      typeOf(input[name]) !== SCHEMAS[name]?.type,
  );
  if (wrong !== undefined) return `${wrong} must be of type ${String(SCHEMAS[wrong]?.type)}`;
  const styles: readonly unknown[] = REPLY_STYLES;
  if (input.replyStyle !== undefined && !styles.includes(input.replyStyle))
    return `replyStyle must be one of: ${REPLY_STYLES.join(', ')}`;
  const poll = action === 'poll' ? readPoll(input) : undefined;
  return typeof poll === 'string' ? poll : undefined;
}

function typeOf(value: unknown): string {
  if (Number.isInteger(value)) return 'integer';
  return Array.isArray(value) ? 'array' : typeof value;
}

const isBlank = (value: unknown): boolean =>
  value === undefined || (typeof value === 'string' && value.trim() === '');

/**
 * The arguments of an action in one fixed order. Leaves out the target and the file, which are resolved separately, and
 * arguments that the action does not take.
 */
export function wordsOf(
  action: MessageAction,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const foundOut = [...WHERE, 'messageId', FILE_PARAMETER[action]];
  const names = namesOf(action).filter((name) => !foundOut.includes(name));
  return Object.fromEntries(
    names.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]),
  );
}

/** The kinds of content besides text that can be sent there, and how. */
export interface Offer {
  readonly hasCards: boolean;
  readonly hasThreads: boolean;
  readonly hasFiles: boolean;
}

/** JSON Schema of the tool's arguments: only those that these actions take. */
export function messageSchema(
  actions: readonly MessageAction[],
  { hasCards, hasThreads, hasFiles }: Offer,
): Schema {
  const names = new Set(actions.flatMap(namesOf));
  if (!hasCards) names.delete('card');
  if (!hasThreads) names.delete('replyStyle');
  if (!hasFiles) for (const name of ['buffer', 'filename', 'asVoice']) names.delete(name);
  const properties = Object.fromEntries([...names].map((name) => [name, SCHEMAS[name]]));
  const action = { type: 'string', enum: actions, description: describe(actions) };
  return {
    type: 'object',
    properties: { action, ...properties },
    required: ['action'],
    additionalProperties: false,
  };
}

const describe = (actions: readonly MessageAction[]): string =>
  actions.map((action) => `${action}(${PARAMETERS[action].required.join(', ')})`).join('; ');
