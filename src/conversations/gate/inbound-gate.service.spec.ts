import type { ConnectorRegistry, InboundMessage } from '../../channels/index.js';
import type { OurMessages } from '../../delivery/index.js';
import type { Tx } from '../../persistence/index.js';
import type { Holds } from '../holds/holds.service.js';
import type { HoldsInForce } from '../holds/holds-in-force.js';
import { CommandReader, type MentionPatterns } from '../inbox/command-reader.js';
import type { StoredEvent } from '../inbox/stored-event.js';
import type { AskedApprovals } from './asked-approvals.service.js';
import type { Admission, SenderGate } from './sender-gate.service.js';
import { InboundGate, MentionGate, QuietPlaces } from './inbound-gate.service.js';
import type { LoopBreaker } from './loops/loop-breaker.service.js';
import type { SelfChatEchoes } from './self-chat-echoes.service.js';

const GROUP = { conversation: { id: 'g', kind: 'group' } };
const NOTICE = { kind: 'notice', change: { type: 'reaction', messageId: 'm0', emoji: '❤️' } };
const BUTTON = { kind: 'approval-answer', approvalId: 'apr_1', decision: 'allow' };

function storedOf(more: object = {}, isOurs?: boolean): StoredEvent<InboundMessage> {
  const event = {
    kind: 'message',
    channel: 'fake',
    account: 'one',
    messageId: 'm1',
    text: 'hello',
    attachments: [],
    conversation: { id: 'chat-ann', kind: 'direct' },
    sender: { id: 'ann' },
    ...more,
  };
  const stored = { id: 'evt_1', sessionKey: 'agent:main:s', receivedAt: 1, event };
  return { ...stored, ...(isOurs !== undefined && { isOurs }) } as unknown as StoredEvent<InboundMessage>;
}

interface World {
  /** The sender's verdict. */
  readonly verdict?: object;
  /** Ids of our messages here. */
  readonly ours?: readonly string[];
  /** The delivery that the event is a copy of. */
  readonly copyOf?: string;
  readonly isOperator?: boolean;
  readonly needsMention?: boolean;
  /** The message asks for approval apr_1. */
  readonly asks?: boolean;
  readonly isHeld?: boolean;
  /** There is a hold, which may be over. */
  readonly isHoldKnown?: boolean;
  readonly isLoop?: boolean;
  readonly isBroken?: boolean;
}

/** @param counted what counts the rounds of loops, and records copies */
function gateIn(world: World, counted: string[] = []): InboundGate {
  const {
    ours = [],
    isHeld = false,
    isHoldKnown = isHeld,
    verdict = { kind: 'admit', reason: 'listed' },
  } = world;
  const senders = {
    judge: async () => verdict,
    isAuthorized: () => world.isOperator === true,
  } as unknown as SenderGate;
  const isOurs = async (target: { conversation: string }, id: string) =>
    ours.includes(`${target.conversation} ${id}`);
  const echoes = {
    deliveryBehind: async () => world.copyOf,
    recordReturn: async (_tx: Tx, { id }: StoredEvent, delivery: string) =>
      void counted.push(`${id} ${delivery}`),
  };
  const ourMessages = { isOurs } as unknown as OurMessages;
  const patterns = {
    matches: (text: string, agent: string) => text.includes('bot') && agent === 'main',
    isAddress: () => false,
  } as unknown as MentionPatterns;
  const commands = new CommandReader(patterns);
  commands.recognize(['help']);
  const registry = { account: () => ({ group: () => ({ requireMention: world.needsMention !== false }) }) };
  const mentions = new MentionGate(
    registry as unknown as ConnectorRegistry,
    senders,
    commands,
    patterns,
    ourMessages,
  );
  const loops = {
    cutsOff: async () => {
      counted.push('round');
      return world.isLoop === true;
    },
    isBroken: async () => world.isBroken === true,
  };
  const quiet = new QuietPlaces(
    mentions,
    commands,
    { isKnown: () => isHoldKnown } as unknown as HoldsInForce,
    { isHeld: async () => isHeld } as unknown as Holds,
    loops as unknown as LoopBreaker,
  );
  const asked = {
    answerIn: async (_event: object, form: { decision: string }) =>
      world.asks === true ? { approvalId: 'apr_1', decision: form.decision } : undefined,
  };
  return new InboundGate(
    senders,
    mentions,
    asked as unknown as AskedApprovals,
    quiet,
    ourMessages,
    echoes as unknown as SelfChatEchoes,
  );
}

describe('an event at the gate', () => {
  it.each<[string, World, object, string]>([
    ['a message in a direct chat', {}, {}, 'admit listed'],
    ['a message in a group', {}, GROUP, 'hear not-mentioned'],
    ['a message in a group without mentions', { needsMention: false }, GROUP, 'admit listed'],
    ['a native mention', {}, { ...GROUP, mentionsUs: true }, 'admit listed'],
    ['a mention by a pattern', {}, { ...GROUP, text: 'bot, hello' }, 'admit listed'],
    ['a reply to us', { ours: ['g m0'] }, { ...GROUP, replyTo: 'm0' }, 'admit listed'],
    ['a reply to others', { ours: ['g m2'] }, { ...GROUP, replyTo: 'm0' }, 'hear not-mentioned'],
    ['a command of an operator', { isOperator: true }, { ...GROUP, text: '/help' }, 'admit listed'],
    ['a command of others', {}, { ...GROUP, text: '/help' }, 'hear not-mentioned'],
    ['words of an operator', { isOperator: true }, GROUP, 'hear not-mentioned'],
    ['a reaction in a group', {}, { ...GROUP, ...NOTICE }, 'admit listed'],
    ['our own message', { ours: ['chat-ann m1'] }, {}, 'refuse echo'],
    ['a copy of our message', { copyOf: 'dlv_1' }, {}, 'refuse self-echo'],
    [
      'our own message, by the id of a reaction',
      { ours: ['chat-ann m1'], copyOf: 'dlv_1' },
      NOTICE,
      'admit listed',
    ],
    ['a message of someone unknown', { verdict: { kind: 'pair' } }, {}, 'pair'],
    ['a message of a program', { verdict: { kind: 'refuse', reason: 'bot' } }, {}, 'refuse bot'],
    ['an old message', {}, { isOutdated: true }, 'hear outdated'],
    [
      'an old message of someone unknown',
      { verdict: { kind: 'pair' } },
      { isOutdated: true },
      'refuse outdated',
    ],
    [
      'an old message of a program',
      { verdict: { kind: 'refuse', reason: 'bot' } },
      { isOutdated: true },
      'refuse bot',
    ],
    ['an old yes', { asks: true }, { text: 'yes', replyTo: 'm0', isOutdated: true }, 'hear outdated'],
    ['a yes', { asks: true }, { ...GROUP, text: 'yes', replyTo: 'm0' }, 'decide listed'],
    [
      'a yes where a person answers',
      { asks: true, isHeld: true },
      { text: 'yes', replyTo: 'm0' },
      'decide listed',
    ],
    ['a button', { asks: true }, { ...GROUP, ...BUTTON }, 'decide listed'],
    ['a yes that nothing asked for', {}, { text: 'yes', replyTo: 'm0' }, 'admit listed'],
    ['words where a call waits', { asks: true }, {}, 'admit listed'],
    ['a message where a person answers', { isHeld: true }, {}, 'hear held'],
    ['a message where a person answered', { isHoldKnown: true }, {}, 'admit listed'],
    ['a message where no hold is known yet', { isHeld: true, isHoldKnown: false }, {}, 'admit listed'],
    ['a command where a person answers', { isHeld: true }, { text: '/help' }, 'admit listed'],
    ['a reaction where a person answers', { isHeld: true }, NOTICE, 'admit listed'],
    ['a message in a loop', { isLoop: true }, {}, 'refuse loop-break'],
    [
      'a command of an operator in a loop',
      { isLoop: true, isOperator: true },
      { text: '/help' },
      'admit listed',
    ],
    ['a command of others in a loop', { isLoop: true }, { text: '/help' }, 'refuse loop-break'],
    ['a reaction in a loop', { isLoop: true }, NOTICE, 'admit listed'],
  ])('%s: %3$s', async (_, world, more, expected) => {
    const { kind, reason } = { reason: '', ...(await gateIn(world).judge(storedOf(more))) };
    expect(`${kind} ${reason}`.trim()).toBe(expected);
  });

  it('is foreseen without counting a round', async () => {
    const counted: string[] = [];
    const foreseen = await gateIn({ isLoop: true }, counted).foresee(storedOf());
    expect([foreseen.kind, counted]).toEqual(['admit', []]);
    const refused = { kind: 'refuse', reason: 'loop-break' };
    expect(await gateIn({ isBroken: true }).foresee(storedOf())).toEqual(refused);
    expect((await gateIn({ isBroken: true }, counted).judge(storedOf())).kind).toBe('admit');
    expect(counted).toEqual(['round']);
  });

  it('is ours by what was found at its acceptance, before any query', async () => {
    const echo = { kind: 'refuse', reason: 'echo' };
    expect(await gateIn({}).judge(storedOf({}, true))).toEqual(echo);
    expect(await gateIn({ ours: ['chat-ann m1'] }).judge(storedOf({}, false))).toMatchObject({
      kind: 'admit',
    });
  });

  it('that is a copy is recorded as one together with its end', async () => {
    const counted: string[] = [];
    const refused = await gateIn({ copyOf: 'dlv_1' }, counted).judge(storedOf());
    const { alongside } = refused as { readonly alongside: (tx: Tx) => Promise<void> };
    expect(counted).toEqual([]);
    await alongside({} as Tx);
    expect(counted).toEqual(['evt_1 dlv_1']);
  });

  it('that decides has its answer, and one that is let in can be judged again', async () => {
    const answer = { approvalId: 'apr_1', decision: 'deny' };
    const said = storedOf({ text: 'no', replyTo: 'm0' });
    expect(await gateIn({ asks: true }).judge(said)).toEqual({ kind: 'decide', reason: 'listed', answer });
    const [operator, other] = await Promise.all(
      [{ isOperator: true }, {}].map((world) => gateIn(world).judge(storedOf()) as Promise<Admission>),
    );
    expect([operator!.isAuthorized(), other!.isAuthorized()]).toEqual([true, false]);
    expect(await other!.isStillLetIn()).toBe(true);
  });

  it('loses access once its sender does', async () => {
    let kind = 'admit';
    const verdict = {
      get kind() {
        return kind;
      },
    };
    const admitted = (await gateIn({ verdict }).judge(storedOf())) as Admission;
    kind = 'pair';
    expect(await admitted.isStillLetIn()).toBe(false);
  });
});
