import type { ConnectorRegistry, Target } from '../../channels/index.js';
import {
  type MessageAction,
  type NamedMessages,
  type OrderChecks,
  type OrderLookup,
  type OrderProblem,
} from '../../conversations/index.js';
import { type MessageCall, MessageOrders } from './message-orders.service.js';
import type { ToolFiles } from './tool-files.service.js';

const HERE = { channel: 'fake', account: 'one', conversation: 'c', thread: 't1' } as unknown as Target;
const { signal } = new AbortController();
const ACTIONS: readonly MessageAction[] = ['send', 'reply', 'react', 'edit', 'sendAttachment'];

interface World {
  /** What the look-up of a target finds. */
  readonly place?: object;
  readonly named?: unknown;
  readonly isInOtherThread?: boolean;
  readonly problem?: OrderProblem;
  readonly isAuthorized?: boolean;
}

function orderFrom(input: unknown, world: World = {}) {
  const { place, named = { messageId: 'm9' }, isInOtherThread = false, problem, isAuthorized = true } = world;
  const lookup = {
    place: async () => place,
    isInOtherThread: async () => isInOtherThread,
    answerTarget: async (target: Target) => ({ ...target, thread: 'of m9' }),
  };
  const sut = new MessageOrders(
    { get: () => ({ capabilities: () => ({ features: {} }) }) } as unknown as ConnectorRegistry,
    { find: async () => named } as unknown as NamedMessages,
    lookup as unknown as OrderLookup,
    { fileOf: async () => undefined } as unknown as ToolFiles,
    { problemOf: async () => problem } as unknown as OrderChecks,
  );
  const { conversation: id, ...at } = HERE;
  const event = { ...at, conversation: { id, kind: 'group' }, kind: 'message', messageId: 'm1' };
  const call = {
    stored: { event },
    isAuthorized: () => isAuthorized,
    policy: {},
    actions: ACTIONS,
    input,
  } as unknown as MessageCall;
  return sut.orderFrom(call, signal);
}
const refusal = (error: string) => ({ error });
const there = { conversation: 'd' };
const thread = { conversation: 'c', thread: 't2' };

describe('where an order of the message tool goes', () => {
  const send = { action: 'send', message: 'hi' };
  const to = (name: string, more: object = {}) => ({ ...send, target: name, ...more });

  it.each<[string, object, World, object]>([
    ['here, unless another place is named', send, {}, HERE],
    ['here, where here is named', to('c'), {}, HERE],
    ['here, where another name of here is named', to('me'), { place: { conversation: 'c' } }, HERE],
    ['there', to('d'), { place: there }, { channel: 'fake', account: 'one', conversation: 'd' }],
    [
      'there by another name',
      { ...send, to: '', chatGuid: 'd' },
      { place: there },
      { ...HERE, ...there, thread: undefined },
    ],
    ['into another thread', to('c#t2'), { place: thread }, { ...HERE, ...thread }],
    ['out of the thread', { ...send, replyStyle: 'top-level' }, {}, { ...HERE, thread: undefined }],
  ])('is %s', async (_, input, world, target) => {
    expect(await orderFrom(input, world)).toMatchObject({ action: 'send' });
    expect(((await orderFrom(input, world)) as { target: Target }).target).toEqual(target);
  });

  it('is the thread that is named, whatever the settings are', async () => {
    expect(await orderFrom(to('c#t2'), { place: thread })).toMatchObject({
      input: { message: 'hi', replyStyle: 'thread' },
    });
    const react = { action: 'react', messageId: 'm9', emoji: '👍', target: 'c#t2' };
    expect(await orderFrom(react, { place: thread })).toMatchObject({ input: { emoji: '👍' } });
    expect(await orderFrom(react, { place: thread })).not.toHaveProperty('input.replyStyle');
  });

  it.each<[string, object, World, string]>([
    ['another channel', { ...send, channel: 'other' }, {}, 'channel must be fake'],
    ['unknown', to('x'), {}, 'the target does not match a conversation of this channel'],
    ['a place that cannot be', to('x'), { place: { text: 'is odd' } }, 'target: is odd'],
    [
      'a thread, and none',
      to('c#t2', { replyStyle: 'top-level' }),
      { place: thread },
      'replyStyle top-level is not possible: the target names a thread',
    ],
    [
      'another conversation, by one who may not',
      to('d'),
      { place: there, isAuthorized: false },
      'the sender may not reach other conversations',
    ],
  ])('may not be %s', async (_, input, world, error) => {
    expect(await orderFrom(input, world)).toEqual(refusal(error));
  });
});

describe('the message that an order is about', () => {
  const reply = { action: 'reply', messageId: 9, text: 'yes' };

  it('is one of the conversation, whose thread gets the answer', async () => {
    expect(await orderFrom(reply)).toMatchObject({ messageId: 'm9', target: { thread: 'of m9' } });
    const current = await orderFrom(reply, { named: { messageId: 'm1' } });
    expect(current).toMatchObject({ messageId: 'm1', target: { thread: 't1' } });
  });

  it.each<[string, World, string]>([
    ['forgotten', { named: 'forgotten' }, 'messageId 9 is no longer known: use the full id'],
    ['elsewhere', { named: 'elsewhere' }, 'messageId 9 does not match a message of the conversation'],
    [
      'in another thread than the named one',
      { place: thread, isInOtherThread: true },
      'messageId 9 belongs to another thread',
    ],
  ])('may not be %s', async (_, world, error) => {
    const to = world.place ? { to: 'c#t2' } : {};
    expect(await orderFrom({ ...reply, ...to }, world)).toEqual(refusal(error));
  });
});

describe('an order that cannot be carried out', () => {
  const impossible = { kind: 'impossible', isNever: true, reason: 'no reactions' } as const;

  it.each<[OrderProblem, string]>([
    [{ ...impossible, feature: 'card' }, 'cards cannot be sent here'],
    [{ ...impossible, feature: 'threads' }, 'replyStyle is not possible: there are no threads there'],
    [{ ...impossible, feature: 'edit' }, 'edit is not possible there: no reactions'],
    [{ kind: 'card', reason: 'card has no body' }, 'card has no body'],
    [{ kind: 'file', reason: 'the file is too long' }, 'the file is too long'],
    [{ kind: 'effect', reason: 'is unknown' }, 'effectId: is unknown'],
    [{ kind: 'not-ours' }, 'messageId m9 is not your own message, and edit only works on your own messages'],
    [{ kind: 'too-long', maxChars: 5 }, 'text must have at most 5 characters'],
  ])('is refused in the words of the tool: %j', async (problem, error) => {
    const edit = { action: 'edit', messageId: 'm9', text: 'better' };
    expect(await orderFrom(edit, { problem })).toEqual(refusal(error));
  });

  it.each([null, 'send', undefined, { action: 'fly' }])('is none of %j', async (input) => {
    expect(await orderFrom(input)).toEqual(
      refusal('action must be one of: send, reply, react, edit, sendAttachment'),
    );
  });

  it('is one that the sender may not have carried out', async () => {
    const edit = { action: 'edit', messageId: 'm9', text: 'better' };
    expect(await orderFrom(edit, { isAuthorized: false })).toEqual(refusal('the sender may not use edit'));
  });
});
