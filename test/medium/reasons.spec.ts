import { RuntimeFailure } from '../../src/assistant/index.js';
import type { AccountSettings, ConversationRef, InboundMessage } from '../../src/channels/index.js';
import { AccessCheck, Conversations, Timelines } from '../../src/operator/index.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { inboundEventsIn, type Pipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const GROUP = { conversation: { id: 'g', kind: 'group' } as ConversationRef };
const NO_ONE = { anyone: false, keys: new Set<string>() };
const LISTED = { anyone: false, keys: new Set(['sender:ann']) };
const down = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });

interface Fault {
  readonly settings?: Partial<AccountSettings>;
  readonly message?: Partial<InboundMessage>;
  readonly fails?: RuntimeFailure;
  /** The last send is refused for ever. */
  readonly isRefused?: boolean;
  /** What `explain` names. */
  readonly reason: string;
  readonly setting: string | null;
  readonly remedy: RegExp;
}

/** The faults of issue 26 that a message shows by itself. */
const FAULTS: Readonly<Record<string, Fault>> = {
  'not mentioned': {
    settings: { groupPolicy: 'open' },
    message: GROUP,
    reason: 'not-mentioned',
    setting: 'channels.fake.groups["g"].requireMention',
    remedy:
      /^Mention the assistant, or `gatehouse config set 'channels\.fake\.groups\["g"\]\.requireMention' false`$/,
  },
  'not paired': {
    settings: { dmPolicy: 'pairing' },
    reason: 'not-paired',
    setting: 'channels.fake.dmPolicy',
    remedy: /`gatehouse pairing approve fake CODE`; or directly: `gatehouse grants add fake ann`$/,
  },
  'on no list': {
    settings: { dmPolicy: 'allowlist', allowFrom: NO_ONE },
    reason: 'not-allowlisted',
    setting: 'channels.fake.allowFrom',
    remedy: /^`gatehouse grants add fake ann`$/,
  },
  'on no list of a group': {
    settings: { groupPolicy: 'allowlist', groupAllowFrom: NO_ONE },
    message: { ...GROUP, mentionsUs: true },
    reason: 'not-allowlisted',
    setting: 'channels.fake.groupAllowFrom',
    remedy: /^`gatehouse config set 'channels\.fake\.groupAllowFrom\[\]' ann`$/,
  },
  'model down': {
    settings: { dmPolicy: 'open' },
    fails: new RuntimeFailure('the model could not be reached (ECONNREFUSED)', true, { cause: down }),
    reason: 'model-unreachable',
    setting: 'agents.list[0].runtime.baseUrl',
    remedy: /Start the server that agents\.list\[0\]\.runtime\.baseUrl names.*`gatehouse agents test main`$/,
  },
  'key refused': {
    settings: { dmPolicy: 'open' },
    fails: new RuntimeFailure('the model answered 401', false, { status: 401 }),
    reason: 'model-key-refused',
    setting: 'agents.list[0].runtime.apiKey',
    remedy: /`gatehouse config set 'agents\.list\[0\]\.runtime\.apiKey' -`/,
  },
  'dead letter': {
    settings: { dmPolicy: 'open' },
    isRefused: true,
    reason: 'rejected',
    setting: null,
    remedy: /`gatehouse deliveries retry dlv_[0-9a-z]{26}`$/,
  },
};

/** The faults that are known before a message comes, and what `access` says of a message without a mention. */
const FORESEEN: readonly (readonly [fault: string, verdict: string])[] = [
  ['not mentioned', 'context'],
  ['not paired', 'code'],
  ['on no list', 'dropped'],
  ['on no list of a group', 'dropped'],
];

const firstEventOf = async ({ db }: Pipeline): Promise<string> => (await inboundEventsIn(db))[0]!.id;

describe.each(DATABASES)('a message without an answer on %s', (_, open) => {
  const world = pipelineWorld(open);
  const timelineOf = (p: Pipeline, id: string) => p.module.get(Timelines, { strict: false }).timelineOf(id);
  const access = (p: Pipeline, conversationId?: string, senderId = 'ann') =>
    p.module.get(AccessCheck, { strict: false }).answer({ channel: 'fake', senderId, conversationId });

  async function seeded({ settings = {}, fails, isRefused = false }: Fault): Promise<Pipeline> {
    const settingPath: AccountSettings['settingPath'] = (name, place) =>
      name.startsWith('place.') ? `channels.fake.groups["${place?.id}"].${name.slice(6)}` : undefined;
    const p = await world.start({ settings: { ...settings, settingPath } });
    if (fails)
      p.runtime.answer = () => {
        throw fails;
      };
    if (isRefused)
      p.connector.onSend = () => ({
        kind: 'not-sent',
        code: 'rejected',
        detail: 'no such chat',
        retry: { kind: 'never' },
      });
    return p;
  }

  it.each(Object.entries(FAULTS))('is explained: %s', async (_name, fault) => {
    const p = await seeded(fault);
    await p.connector.receive('ann', 'hi', fault.message);
    const id = await firstEventOf(p);
    const wanted = {
      reason: fault.reason,
      setting: fault.setting,
      remedy: expect.stringMatching(fault.remedy),
    };
    await eventually(async () => (await timelineOf(p, id)).reason === fault.reason, { what: fault.reason });
    expect(await timelineOf(p, id)).toMatchObject({ ...wanted, what: expect.stringMatching(/\.$/) });
    const [conversation] = await p.module.get(Conversations, { strict: false }).list({ limit: 1 });
    const last = conversation && (await timelineOf(p, conversation.id)).event.id;
    // A turn that will be tried again has stored nothing, its conversation neither.
    expect(last).toBe(fault.reason === 'model-unreachable' ? undefined : id);
  });

  it.each(FORESEEN)('is foreseen: %s', async (name, verdict) => {
    const fault = FAULTS[name]!;
    const p = await seeded(fault);
    const wanted = {
      reason: fault.reason,
      setting: fault.setting,
      remedy: expect.stringMatching(fault.remedy),
    };
    const answer = await access(p, fault.message?.conversation?.id);
    expect(answer).toMatchObject({ ...wanted, verdict, mayCommand: false });
    await world.idle();
    expect([await inboundEventsIn(p.db), p.connector.sent]).toEqual([[], []]);
    expect(await p.db.on().selectFrom('pairing_requests').selectAll().execute()).toEqual([]);
  });

  it('of a conversation is the last one, also while it waits', async () => {
    const p = await world.start({ settings: { dmPolicy: 'open' } });
    await p.connector.receive('ann', 'well?').then(() => world.idle());
    p.runtime.answer = () => {
      throw FAULTS['model down']!.fails!;
    };
    await p.connector.receive('ann', 'hi');
    const id = (await inboundEventsIn(p.db))[1]!.id;
    const [conversation] = await p.module.get(Conversations, { strict: false }).list({ limit: 1 });
    await eventually(async () => (await timelineOf(p, conversation!.id)).reason === 'model-unreachable');
    const { event, steps } = await timelineOf(p, conversation!.id);
    expect([event.id, event.state]).toEqual([id, 'pending']);
    expect(steps.find(({ step }) => step === 'turn')).toMatchObject({
      outcome: 'waiting',
      turn: { agent: 'main', error: 'the model could not be reached (ECONNREFUSED)', durationMs: null },
    });
    await expect(timelineOf(p, 'cnv_x')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is listed in its conversation: pairing requests, commands and failures', async () => {
    const p = await seeded(FAULTS['not paired']!);
    await p.connector.receive('ann', 'hi').then(() => world.idle());
    p.connector.settings = { ...p.connector.settings, dmPolicy: 'open', allowFrom: LISTED };
    await p.connector.receive('ann', '/status').then(() => world.idle());
    p.runtime.answer = () => {
      throw FAULTS['key refused']!.fails!;
    };
    await p.connector.receive('ann', 'and now?').then(() => world.idle());
    const view = p.module.get(Conversations, { strict: false });
    const [conversation] = await view.list({ limit: 1 });
    const lines = await view.messages(conversation!.id, { limit: 9 });
    const unanswered = lines
      .filter(({ reason }) => reason !== null)
      .map(({ kind, reason }) => [kind, reason]);
    expect(unanswered).toEqual([
      ['failed', 'model-key-refused'],
      ['command', '/status'],
      ['pairing', 'not-paired'],
    ]);
  });

  it('that was answered has a judgement and a turn with its tokens, and no reason', async () => {
    const p = await world.start({ settings: { dmPolicy: 'allowlist', allowFrom: LISTED } });
    p.runtime.stream = async function* () {
      yield { kind: 'asked', model: 'm1' };
      yield { kind: 'usage', inputTokens: 12, outputTokens: 3 };
      yield { kind: 'text', text: 'fine' };
    };
    await p.connector.receive('ann', 'hi').then(() => world.idle());
    const id = await firstEventOf(p);
    const { reason, remedy, steps } = await timelineOf(p, id);
    expect([reason, remedy]).toEqual([null, null]);
    expect(steps.map(({ step }) => step).slice(0, 2)).toEqual(['accepted', 'judged']);
    const stepOf = (name: string) => steps.find(({ step }) => step === name);
    expect(stepOf('judged')).toMatchObject({
      outcome: 'answer',
      reason: 'listed',
      setting: 'channels.fake.allowFrom',
    });
    expect(stepOf('turn')).toMatchObject({
      outcome: 'turn',
      turn: {
        agent: 'main',
        model: 'm1',
        inputTokens: 12,
        outputTokens: 3,
        tries: 1,
        error: null,
        durationMs: expect.any(Number),
      },
    });
  });

  it('counts the tries of a turn that failed before', async () => {
    const p = await world.start({ settings: { dmPolicy: 'open' } });
    let failures = 0;
    p.runtime.answer = () => {
      if (failures++ < 2) throw new RuntimeFailure('the model answered 503', true, { status: 503 });
      return 'fine';
    };
    await p.connector.receive('ann', 'hi');
    await eventually(async () => {
      await p.queue.expedite('inbound');
      return p.connector.sent.length === 1;
    });
    await world.idle();
    const id = await firstEventOf(p);
    expect((await timelineOf(p, id)).steps.find(({ step }) => step === 'turn')).toMatchObject({
      outcome: 'turn',
      turn: { tries: 3, error: null },
    });
  });
});

describe.each(DATABASES)('access on %s', (_, open) => {
  const world = pipelineWorld(open);
  const ask = (p: Pipeline, question: { conversationId?: string; senderId?: string; account?: string }) =>
    p.module.get(AccessCheck, { strict: false }).answer({ channel: 'fake', senderId: 'ann', ...question });

  it('says what a message gets with and without a mention, and who may give commands', async () => {
    const settings = { groupPolicy: 'open', dmPolicy: 'open', groupAllowFrom: LISTED } as const;
    const p = await world.start({ settings });
    const told = await ask(p, { conversationId: 'g' });
    expect(told).toMatchObject({
      verdict: 'context',
      reason: 'not-mentioned',
      mayCommand: true,
      conversationId: 'g',
      withMention: { verdict: 'answer', reason: 'policy-open', setting: 'channels.fake.groupPolicy' },
    });
    expect(await ask(p, { conversationId: 'g', senderId: 'ben' })).toMatchObject({ mayCommand: false });
    expect(await ask(p, {})).toMatchObject({ verdict: 'answer', reason: 'policy-open', withMention: null });
  });

  it('tells of a code that was sent, a grant, and a message that would come now', async () => {
    const p = await world.start();
    expect(await ask(p, {})).toMatchObject({ verdict: 'code', reason: 'not-paired' });
    await p.connector.receive('ann', 'hi').then(() => world.idle());
    expect(await ask(p, {})).toMatchObject({
      verdict: 'dropped',
      reason: 'pairing-pending',
      remedy: expect.stringContaining('`gatehouse pairing approve fake CODE`'),
    });
    await p.connector.receive('ann', 'again').then(() => world.idle());
    const reasons = (await inboundEventsIn(p.db)).map(({ reason }) => reason);
    expect(reasons).toEqual(['not-paired', 'pairing-pending']);
  });

  it('takes the id of a known conversation, and refuses what does not exist by its field', async () => {
    const p = await world.start({ settings: { dmPolicy: 'open', groupPolicy: 'open' } });
    await p.connector.receive('ann', 'hi', GROUP).then(() => world.idle());
    const { id } = (await p.module.get(Conversations, { strict: false }).list({ limit: 1 }))[0]!;
    expect(await ask(p, { conversationId: id })).toMatchObject({ conversationId: 'g', verdict: 'context' });
    await expect(ask(p, { conversationId: 'cnv_x' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      details: expect.stringMatching(/conversation_id$/),
    });
    await expect(ask(p, { account: 'nope' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(ask(p, { senderId: ' ' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: expect.stringMatching(/^sender_id /),
    });
  });
});
