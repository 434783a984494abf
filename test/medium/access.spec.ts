import { Grants, SYSTEM } from '../../src/access-control/index.js';
import {
  type AccountSettings,
  type ConversationRef,
  DEFAULT_ACCOUNT,
  type InboundMessage,
  type RemoteMessageId,
  type SenderId,
} from '../../src/channels/index.js';
import { PollAdminService } from '../../src/operator/index.js';
import { PairingService } from '../../src/pairing/index.js';
import { askApproval, ASKING, directChat, withoutFollowUps } from '../support/asked-approval.js';
import { DATABASES } from '../support/databases.js';
import { FAKE } from '../support/fake-connector.js';
import type { Pipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';
import { type Case, product, documentedCases, type Values } from '../support/documented-cases.js';

const PAGE = 'docs/reference/access.md';
const POLICIES = {
  direct: ['disabled', 'pairing', 'allowlist', 'open'],
  group: ['disabled', 'excluded', 'allowlist', 'open'],
};
const SENDERS = {
  direct: ['listed', 'granted', 'everyone', 'place', 'other'],
  group: ['listed', 'granted', 'direct only', 'everyone', 'place', 'other'],
};
const WHAT = ['notice', 'card', 'vote', 'answer'];
const COMMANDS = ['own', 'operator', 'no'];
const DIRECT = { Policy: POLICIES.direct, Sender: SENDERS.direct, Command: COMMANDS };
const GROUP = {
  Policy: POLICIES.group,
  Sender: SENDERS.group,
  Mention: ['yes', 'needless', 'no'],
  Command: COMMANDS,
};
const BESIDES_DIRECT = { Policy: POLICIES.direct, Sender: SENDERS.direct, What: WHAT };
const BESIDES_GROUP = { Policy: POLICIES.group, Sender: SENDERS.group, What: WHAT };
/** Some rows apply to certain conversations only, so this table is not a product. */
const WHOEVER = { Place: ['direct', 'group'], Policy: POLICIES.direct };

const TABLES: readonly (readonly [string, Values])[] = [
  ['Direct chats', DIRECT],
  ['Groups and channels', GROUP],
  ['Notices, cards, votes and answers in direct chats', BESIDES_DIRECT],
  ['Notices, cards, votes and answers in groups and channels', BESIDES_GROUP],
];

type Place = Partial<Pick<InboundMessage, 'conversation'>>;
const GROUP_PLACE = { id: 'group-1', kind: 'group' } as ConversationRef;
/** The key of an entry that names a place. */
const PLACE_KEY = 'place:here';

describe.each(TABLES)('the table of %s in the page of access', (heading, values) => {
  it('has every case once', () => {
    const told = documentedCases(PAGE, heading, values).map(({ Outcome: _, ...each }) =>
      Object.values(each).join(' / '),
    );
    expect([...told].sort()).toEqual(
      product(Object.values(values))
        .map((each) => each.join(' / '))
        .sort(),
    );
  });
});

describe.each(DATABASES)('access on %s', (_, open) => {
  const world = pipelineWorld(open, 'block');
  let p: Pipeline;
  let ours: RemoteMessageId;
  let oursInGroup: RemoteMessageId;
  let count = 0;

  beforeAll(async () => {
    p = await world.start({
      prepare: withoutFollowUps(),
      config: {
        ...ASKING,
        session: { dmScope: 'per-sender' },
        messages: { groupChat: { mentionPatterns: ['\\bbot\\b'] } },
      },
    });
    const place = { channel: FAKE, account: DEFAULT_ACCOUNT };
    await p.module.get(Grants, { strict: false }).create(SYSTEM, { ...place, senderId: 'granted' });
    ours = await answerIn({});
    oursInGroup = await answerIn({ conversation: GROUP_PLACE });
  });
  // Each case starts without a pairing request.
  beforeEach(() => world.database.db.on().deleteFrom('pairing_requests').execute());

  const idle = () => world.idle();

  /**
   * Makes the assistant answer.
   * @returns the id of the answer at the remote
   */
  async function answerIn(place: Partial<InboundMessage>): Promise<RemoteMessageId> {
    set({ dmPolicy: 'open', groupPolicy: 'open' });
    await p.connector.receive('someone', `hello ${++count}`, { mentionsUs: true, ...place });
    await idle();
    return p.connector.sent.at(-1)!.messageId;
  }

  /**
   * Sends an operator's poll to a conversation of its own.
   * @returns its id, once it was sent
   */
  async function pollIn({ id: target }: ConversationRef): Promise<string> {
    p.connector.features = { poll: 'full' };
    const poll = { channel: FAKE, target, question: 'Which day?', options: ['Monday', 'Friday'] };
    const { pollId } = await p.module.get(PollAdminService, { strict: false }).send(SYSTEM, poll);
    await idle();
    return pollId;
  }

  function set(settings: Partial<AccountSettings>): void {
    p.connector.settings = { ...p.connector.settings, ...settings };
  }

  /** The lists of the case; a list that must be ignored contains everyone. */
  function listsFor(each: Case, isGroup: boolean): Partial<AccountSettings> {
    const keys = ['sender:listed', ...(each.Sender === 'place' ? [PLACE_KEY] : [])];
    const counting = { anyone: each.Sender === 'everyone', keys: new Set(keys) };
    if (!isGroup)
      return { allowFrom: counting, groupAllowFrom: { anyone: true, keys: new Set([PLACE_KEY]) } };
    const allowFrom = { anyone: true, keys: new Set(['sender:direct only', PLACE_KEY]) };
    return { allowFrom, groupAllowFrom: counting };
  }

  function settle(each: Case, isGroup: boolean): void {
    const { Policy = '', Mention } = each;
    const policies = {
      dmPolicy: Policy,
      groupPolicy: Policy === 'excluded' || Policy === 'pairing' ? 'allowlist' : Policy,
    } as Pick<AccountSettings, 'dmPolicy' | 'groupPolicy'>;
    const group = () => ({ isExcluded: Policy === 'excluded', requireMention: Mention !== 'needless' });
    set({ ...policies, ...listsFor(each, isGroup), group });
  }

  const commandOf = ({ Command = '' }: Case): string | undefined =>
    ({ own: '/whoami', operator: '/status' })[Command];

  /**
   * Runs an event.
   * @returns its outcome, in the words of the tables
   */
  async function outcomeOf(happen: () => Promise<unknown>): Promise<string> {
    const before = { sent: p.connector.sent.length, asked: p.runtime.asked.length };
    await happen();
    await idle();
    // Excludes echoes of our own messages, which are recorded beside the event.
    const event = await world.database.db
      .on()
      .selectFrom('inbound_events')
      .select(['outcome', 'reason'])
      .where('inbox_key', 'not like', 'return:%')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const said = p.connector.sent.slice(before.sent).map((sent) => sent.text);
    expect(p.runtime.asked.length - before.asked).toBe(event.outcome === 'turn' ? 1 : 0);
    return named(event, said);
  }

  function named(
    { outcome, reason }: { outcome: string | null; reason: string | null },
    said: string[],
  ): string {
    if (outcome === 'dropped' && said[0]?.startsWith('Only operators')) return 'refusal';
    if (outcome === 'dropped') return said.length === 0 ? `dropped: ${reason}` : 'said something';
    if (outcome === 'heard') return said.length === 0 ? 'context' : 'said something';
    if (outcome === 'pairing') return /[A-Z0-9]{8}/.test(said[0] ?? '') ? 'code' : 'no code';
    if (outcome === 'approval') return said[0]?.startsWith('Allowed by') ? 'decided' : 'no decision';
    if (outcome === 'vote') return said.length === 0 ? 'counted' : 'said something';
    if (outcome === 'turn') return said[0]?.startsWith('echo: ') ? 'answer' : 'no answer';
    return said[0]!.startsWith('Only operators can use') ? 'refusal' : 'command';
  }

  /** The writer, and the keys that lists may contain. An unknown one is different each time. */
  function sender({ Sender = '' }: Case): { from: string; accessKeys: readonly string[] } {
    const isAnybody = ['everyone', 'place', 'other'].includes(Sender);
    const from = isAnybody ? `${Sender}-${++count}` : Sender;
    return { from, accessKeys: [`sender:${from}`, ...(Sender === 'place' ? [PLACE_KEY] : [])] };
  }

  const MENTIONS: Readonly<Record<string, readonly (() => Partial<InboundMessage>)[]>> = {
    yes: [() => ({ mentionsUs: true }), () => ({ replyTo: oursInGroup }), () => ({ text: 'hello, bot' })],
    needless: [() => ({})],
    no: [() => ({})],
  };

  it.each(documentedCases(PAGE, 'Direct chats', DIRECT))(
    '$Policy, $Sender, command $Command: $Outcome',
    async (each) => {
      settle(each, false);
      const { from, accessKeys } = sender(each);
      const text = commandOf(each) ?? 'hello';
      expect(await outcomeOf(() => p.connector.receive(from, text, { accessKeys }))).toBe(each.Outcome);
    },
  );

  it.each(documentedCases(PAGE, 'Groups and channels', GROUP))(
    'in a group $Policy, $Sender, mention $Mention, command $Command: $Outcome',
    async (each) => {
      settle(each, true);
      for (const mention of MENTIONS[each.Mention!]!) {
        const { from, accessKeys } = sender(each);
        const more = { conversation: GROUP_PLACE, accessKeys, ...mention() };
        const command = commandOf(each);
        const text = command ? `${more.text ? 'bot ' : ''}${command}` : (more.text ?? 'hello');
        expect(await outcomeOf(() => p.connector.receive(from, text, { ...more, text }))).toBe(each.Outcome);
      }
    },
  );

  describe.each([
    ['direct chats', false, documentedCases(PAGE, TABLES[2]![0], BESIDES_DIRECT)],
    ['groups', true, documentedCases(PAGE, TABLES[3]![0], BESIDES_GROUP)],
  ] as const)('besides messages in %s', (_name, isGroup, cases) => {
    const kind = isGroup ? 'group' : 'direct';
    const polled = { id: `chat-of-a-poll-${kind}`, kind } as ConversationRef;
    let poll: string;
    beforeAll(async () => (poll = await pollIn(polled)));
    it.each(cases)('$Policy, $Sender, $What: $Outcome', async (each) => {
      settle(each, isGroup);
      const { from, accessKeys } = sender(each);
      const place = { accessKeys, ...(isGroup ? { conversation: GROUP_PLACE } : {}) };
      const change = { type: 'reaction', messageId: ours, emoji: '👍', isRemoved: false } as const;
      const conversation = isGroup ? GROUP_PLACE : directChat(from);
      const asked = each.What === 'answer' ? await askApproval(p, { conversation }) : { messageId: ours };
      const happen = {
        notice: () => p.connector.happens(from, change, place),
        card: () => p.connector.answersCard(from, { choice: 1 }, place),
        answer: () => p.connector.reacts(from, asked.messageId, '👍', place),
        vote: () => p.connector.votes(from, poll, [1], { accessKeys, conversation: polled }),
      }[each.What!]!;
      expect(await outcomeOf(happen)).toBe(each.Outcome);
    });
  });

  it.each(documentedCases(PAGE, 'Programs, ourselves and strangers', WHOEVER))(
    '$What, $Place, $Policy: $Outcome',
    async (each) => {
      const isGroup = each.Place === 'group';
      const place: Place = isGroup ? { conversation: GROUP_PLACE } : {};
      const listed = { id: 'listed' as SenderId, isSelf: false };
      const play = await whoeverWrites(each, { place, listed });
      settle(each, isGroup);
      expect(await outcomeOf(play)).toBe(each.Outcome);
    },
  );

  /**
   * Prepares the case.
   * @returns the function that runs it
   */
  async function whoeverWrites(
    { What = '' }: Case,
    { place, listed }: { place: Place; listed: InboundMessage['sender'] },
  ): Promise<() => Promise<unknown>> {
    const { connector } = p;
    const here = { conversation: connector.message('listed', '').conversation, ...place };
    const bot = { ...place, sender: { ...listed, isBot: true } };
    const write = (from: string, more: Partial<InboundMessage> = {}) => {
      const text = `hello ${++count}`;
      return () => connector.receive(from, text, { mentionsUs: true, ...place, ...more });
    };
    switch (What) {
      case 'program':
        return write('listed', bot);
      case 'program’s notice':
        return () => connector.happens('listed', { type: 'renamed', name: 'x' }, bot);
      case 'ours':
        return write('listed', { messageId: await answerIn(here) });
      case 'id of ours elsewhere':
        return write('listed', { messageId: ours });
      case 'copy of ours': {
        await answerIn(here);
        const text = connector.sent.at(-1)!.text;
        return () => connector.receive('listed', text, { ...place, sender: { ...listed, isSelf: true } });
      }
      case 'too early':
        return write('granted', { isLate: true, occurredAt: Date.now() - 3_600_000 });
      default:
        return strangerWrites(What, write);
    }
  }

  async function strangerWrites(
    what: string,
    write: (from: string) => () => Promise<unknown>,
  ): Promise<() => Promise<unknown>> {
    const pairing = p.module.get(PairingService, { strict: false });
    set({ dmPolicy: 'pairing', allowFrom: { anyone: false, keys: new Set() } });
    const names = what === 'fourth stranger' ? ['one', 'two', 'three'] : ['one'];
    for (const name of names) await write(name)().then(idle);
    const requests = await pairing.list({ status: 'pending', limit: 9 });
    expect(requests).toHaveLength(names.length);
    if (what === 'denied stranger') await pairing.deny(SYSTEM, { id: requests[0]!.id });
    return write(what === 'fourth stranger' ? 'four' : 'one');
  }
});
