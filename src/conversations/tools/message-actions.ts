import { ACTIONS, type ActionName, type ChannelCapabilities } from '../../channels/index.js';
import type { ToolPolicy } from '../../common/index.js';
import { isAllowed } from './tool-policy.js';

/** What the `message` tool can do: `send` always, the rest where the channel can (spec 2-imbridge "Agent actions"). */
export const MESSAGE_ACTIONS = ['send', ...ACTIONS.filter((name) => name !== 'card')] as const;
export type MessageAction = 'send' | Exclude<ActionName, 'card'>;

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

/** The parameters of each action; the first list is required. */
const PARAMETERS: Readonly<Record<MessageAction, readonly [readonly string[], readonly string[]]>> = {
  send: [[], ['message', 'card', 'target']],
  react: [['messageId', 'emoji'], ['remove']],
  edit: [['messageId', 'text'], []],
  unsend: [['messageId'], []],
  reply: [['messageId', 'text'], ['to']],
  sendWithEffect: [['text', 'effectId'], ['to']],
  renameGroup: [['displayName'], ['to']],
  addParticipant: [['address'], ['to']],
  removeParticipant: [['address'], ['to']],
  leaveGroup: [[], ['to']],
};

const SCHEMAS: Readonly<Record<string, Schema>> = {
  message: { ...TEXT, description: 'What to send.' },
  card: { type: 'object', description: "A card in the service's own schema." },
  target: TO,
  messageId: MESSAGE_ID,
  emoji: { type: 'string', description: 'The reaction.' },
  remove: { type: 'boolean', description: 'Take the reaction back.' },
  text: TEXT,
  to: TO,
  effectId: { type: 'string', description: 'Name of the effect.' },
  displayName: { type: 'string', description: 'The new name of the group.' },
  address: { type: 'string', description: 'Who: a phone number, e-mail address or user.' },
};

/** The actions that work here and now, and that the policy allows. */
export function availableActions(
  { features }: ChannelCapabilities,
  policy: ToolPolicy,
): readonly MessageAction[] {
  const works = (name: ActionName) => ['partial', 'full'].includes(features[name] ?? 'rejected');
  return MESSAGE_ACTIONS.filter(
    (name) => (name === 'send' || works(name)) && isAllowed(policy, 'message', name),
  );
}

/** What is wrong with the arguments of an action; undefined when nothing is. */
export function argumentProblem(
  action: MessageAction,
  input: Readonly<Record<string, unknown>>,
): string | undefined {
  const [required, optional] = PARAMETERS[action];
  const missing = required.find((name) => input[name] === undefined || input[name] === '');
  if (missing !== undefined) return `${missing} is required for ${action}`;
  for (const name of [...required, ...optional]) {
    const { type } = SCHEMAS[name] ?? {};
    if (input[name] !== undefined && typeof input[name] !== type)
      return `${name} must be of type ${String(type)}`;
  }
  return undefined;
}

/** JSON Schema of the tool's arguments: only what these actions take. */
export function messageSchema(actions: readonly MessageAction[], hasCards: boolean): Schema {
  const names = new Set(actions.flatMap((action) => PARAMETERS[action].flat()));
  if (!hasCards) names.delete('card');
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
  actions.map((action) => `${action}(${PARAMETERS[action][0].join(', ')})`).join('; ');
