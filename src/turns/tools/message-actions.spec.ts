import type { ChannelCapabilities } from '../../channels/index.js';
import { MESSAGE_ACTIONS, type MessageAction } from '../../conversations/outgoing/actions.js';
import {
  argumentProblem,
  availableActions,
  messageSchema,
  OF_OPERATORS,
  ruledActions,
  wordsOf,
} from './message-actions.js';

const OFFER = { hasCards: true, hasThreads: true, hasFiles: true };
const ALONE = { hasCards: false, hasThreads: false, hasFiles: false };
const parametersOf = (action: MessageAction, offer = OFFER) =>
  Object.keys(messageSchema([action], offer).properties as object);

it.each(['react', 'edit', 'unsend'] as const)(
  '%s takes no target: its message is in this conversation',
  (action) => {
    expect(parametersOf(action)).toContain('messageId');
    expect(parametersOf(action).filter((name) => name === 'to' || name === 'target')).toEqual([]);
  },
);

it.each([
  ['send', 'target'],
  ['leaveGroup', 'to'],
  ['poll', 'to'],
] as const)('%s takes a target, as %s', (action, name) => {
  expect(parametersOf(action)).toContain(name);
});

describe('the schema of the tool', () => {
  it('has what the conversation may have besides text, and no more', () => {
    const all = ['action', 'message', 'card', 'replyStyle', 'buffer', 'filename', 'asVoice', 'target'];
    expect(parametersOf('send')).toEqual(all);
    expect(parametersOf('send', ALONE)).toEqual(['action', 'message', 'target']);
    expect(parametersOf('send', { ...ALONE, hasCards: true })).toEqual([
      'action',
      'message',
      'card',
      'target',
    ]);
    expect(parametersOf('send', { ...ALONE, hasThreads: true })).toContain('replyStyle');
  });

  it('tells the model what each argument is', () => {
    const attachment =
      ', or attachment:1 for the first file of the message you are answering, or attachment:<name> for one that was sent here before.';
    const to = { type: 'string', description: 'The target, when it is not this conversation.' };
    expect(messageSchema(MESSAGE_ACTIONS, OFFER)).toEqual({
      type: 'object',
      required: ['action'],
      additionalProperties: false,
      properties: {
        action: {
          type: 'string',
          enum: MESSAGE_ACTIONS,
          description: expect.stringContaining('send(); react(messageId); edit(messageId, text); ') as string,
        },
        message: { type: 'string', description: 'What to send.' },
        card: { type: 'object', description: "A card in the service's own schema." },
        target: to,
        to,
        replyStyle: {
          type: 'string',
          enum: ['thread', 'top-level'],
          description: 'Only to override where it is posted: in the thread, or as a separate post.',
        },
        messageId: {
          type: 'string',
          description: 'Id of the message it is about: the short number shown with it, or the full id.',
        },
        emoji: { type: 'string', description: 'The reaction.' },
        remove: {
          type: 'boolean',
          description: 'Remove the reaction; without emoji, any reaction of yours.',
        },
        text: { type: 'string', description: 'The text.' },
        effectId: { type: 'string', description: 'Name of the effect.' },
        buffer: { type: 'string', description: `A file, sent after the text: base64${attachment}` },
        filename: { type: 'string', description: 'Its name as the recipient sees it, with the extension.' },
        asVoice: {
          type: 'boolean',
          description: 'As a voice memo: MP3, CAF or Opus in Ogg; otherwise it is sent as a file.',
        },
        media: { type: 'string', description: `The image: base64${attachment}` },
        question: { type: 'string', description: 'The question; one line, at most 300 characters.' },
        options: {
          type: 'array',
          items: { type: 'string', maxLength: 100 },
          minItems: 2,
          maxItems: 12,
          description: 'The options; all different.',
        },
        maxSelections: {
          type: 'integer',
          minimum: 1,
          description: 'How many options one person may choose; default 1.',
        },
        pollId: {
          type: 'string',
          description: 'Id of the poll; without it the last polls of the conversation.',
        },
        displayName: { type: 'string', description: 'The new name of the group.' },
        address: { type: 'string', description: 'Who: a phone number, email address or user.' },
      },
    });
  });
});

describe('the arguments of an action', () => {
  it.each([
    ['react', { messageId: '1' }, 'emoji is required for react'],
    ['react', { messageId: '1', remove: true }, undefined],
    ['edit', { messageId: '1', text: ' ' }, 'text is required for edit'],
    ['send', {}, 'message or card is required for send'],
    ['send', { message: ' ', buffer: '\n' }, 'message or card is required for send'],
    ['send', { message: 'x' }, undefined],
    ['send', { buffer: 'eA==' }, undefined],
    ['send', { card: {} }, undefined],
    ['leaveGroup', {}, undefined],
    ['send', { message: 7 }, 'message must be of type string'],
    ['send', { message: 'x', card: [] }, 'card must be of type object'],
    ['send', { message: 'x', asVoice: 'yes' }, 'asVoice must be of type boolean'],
    // A target that an action does not take is not ignored, nor are the other names that models use for it.
    ['react', { messageId: '1', emoji: 'x', to: 7 }, 'to must be of type string'],
    ['send', { message: 'x', chatGuid: {} }, 'chatGuid must be of type string'],
    ['send', { message: 'x', channel: 1 }, 'channel must be of type string'],
    ['send', { message: 'x', target: undefined, unknown: 7 }, undefined],
    ['send', { message: 'x', replyStyle: 'aside' }, 'replyStyle must be one of: thread, top-level'],
    ['send', { message: 'x', replyStyle: 'top-level' }, undefined],
    ['poll', { question: 'When?', options: 'a' }, 'options must be of type array'],
    [
      'poll',
      { question: 'When?', options: ['a', 'b'], maxSelections: 1.5 },
      'maxSelections must be of type integer',
    ],
    ['poll', { question: 'When?', options: ['a', 'b'] }, undefined],
    ['poll', { question: 'When?', options: ['a'] }, expect.stringContaining('options')],
    // The words of a poll concern polls only.
    ['send', { message: 'x', question: 'When?', options: ['a'] }, undefined],
  ] as const)('%s %j: %s', (action, input, problem) => {
    expect(argumentProblem(action, input)).toEqual(problem);
  });

  it('are stored without the place, the message and the file, which are found out', () => {
    const where = { to: '1', target: '2', chatGuid: '3', channel: '4', messageId: '5' };
    const words = { text: 'x', filename: 'a.png', asVoice: false };
    expect(
      wordsOf('reply', { ...where, ...words, buffer: 'eA==', emoji: 'x', replyStyle: undefined }),
    ).toEqual(words);
    expect(wordsOf('setGroupIcon', { ...where, media: 'eA==' })).toEqual({});
  });
});

describe('the actions of a conversation', () => {
  const capabilities = (...full: string[]) =>
    ({ features: Object.fromEntries(full.map((name) => [name, 'full'])) }) as unknown as ChannelCapabilities;

  it('are those that its channel can do and its policy allows, and results where there are polls', () => {
    expect(availableActions(capabilities(), {})).toEqual(['send']);
    expect(availableActions(capabilities('react', 'poll'), {})).toEqual([
      'send',
      'react',
      'poll',
      'pollResults',
    ]);
    const deny = ['message.send', 'message.poll'];
    expect(availableActions(capabilities('react', 'poll'), { deny })).toEqual(['react', 'pollResults']);
  });

  it('are shown with their rules, those of operators to them only, and cards as one of them', () => {
    const ask = ['message.react', 'message.card'];
    const can = capabilities('react', 'edit', 'card');
    const [send, react, edit, card] = [
      { name: 'send', rule: 'at-once' },
      { name: 'react', rule: 'asks' },
      { name: 'edit', rule: 'at-once' },
      { name: 'card', rule: 'asks' },
    ];
    expect(ruledActions(can, { ask }, true)).toEqual([send, react, edit, card]);
    expect(ruledActions(can, { ask }, false)).toEqual([send, react, card]);
    expect(ruledActions(can, { ask, deny: ['message.card'] }, false)).toEqual([send, react]);
    expect(ruledActions(capabilities('react'), { ask }, false)).toEqual([send, react]);
  });

  it('of operators are those that change a message or a group', () => {
    const group = ['renameGroup', 'setGroupIcon', 'addParticipant', 'removeParticipant', 'leaveGroup'];
    expect(OF_OPERATORS).toEqual(['edit', 'unsend', ...group]);
  });
});
