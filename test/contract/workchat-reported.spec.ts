import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { DEFAULT_ACCOUNT, type RemoteMessageId } from '../../src/channels/index.js';
import { checkConfig, CORE_SECTIONS, GatehouseConfig, readEnvironment } from '../../src/config/index.js';
import { callTo, serviceProblem } from '../../simulators/index.js';
import { WORKCHAT } from '../../src/workchat/index.js';
import { eventually } from '../support/eventually.js';
import { MemoryState } from '../support/imbridge.js';
import { workchatAttempt, workchatConfig } from '../support/workchat.js';
import { refTo, WorkchatWorld } from '../support/workchat-world.js';

/** Faults reported for similar connectors (workchat-wire 10), by their rows; docs/reference/workchat.md lists all. */
const t = new WorkchatWorld();
const CARD = { type: 'AdaptiveCard', version: '1.5', body: [{ type: 'TextBlock', text: 'card' }] };
const POLL = { pollId: 'p', question: 'Which?', options: ['a', 'b'], maxSelections: 1, text: '[poll]' };

beforeAll(t.start);
afterAll(t.stop);
beforeEach(t.people);
afterEach(() => {
  t.cloud.faults.clear();
});

const excluded = () =>
  t.bot.connector.accounts()[0]!.group(t.bot.sink.accepted.at(-1)!.conversation).isExcluded;
const written = (key: RegExp) => t.cloud.requestsTo('service').filter(({ path }) => key.test(path));

describe('the start of an account', () => {
  const adopt = (workchat: object) => {
    const raw = { channels: { workchat: { ...workchatConfig(t.cloud), ...workchat } } };
    const config = checkConfig([...CORE_SECTIONS, WORKCHAT], raw, readEnvironment({}));
    t.bot.module.get(GatehouseConfig).adopt(config);
  };
  const listening = async (): Promise<Server> => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };

  it('10.1 reports a port in use once, takes it when it is free, and frees its old port', async () => {
    const other = await listening();
    const { port } = other.address() as { port: number };
    const ours = t.bot.account.port!;
    const { states } = t.bot.sink;
    const told = states.length;
    adopt({ webhook: { port } });
    await eventually(() => states.some(({ status }) => status === 'error'), { what: 'the error' });
    expect(states.at(-1)).toMatchObject({
      reason: expect.stringMatching(
        /port \d+ on .* is in use by another program\. Set webhook\.port/,
      ) as string,
    });
    // The previous port is free: the connector does not keep it.
    const again = createServer().listen(ours, '127.0.0.1');
    await once(again, 'listening');
    again.close();
    other.close();
    await eventually(() => t.bot.sink.status === 'connected', { what: 'the connection' });
    // Neither a loop nor a restart: the listener starts once.
    expect(states.slice(told).filter(({ status }) => status === 'connected')).toHaveLength(1);
    await t.restart({});
  });

  it('10.15 requests its token from the tenant of the app', () => {
    const asked = t.cloud.requestsTo('login').filter(({ method }) => method === 'POST');
    expect(asked.length).toBeGreaterThan(0);
    for (const { path } of asked) expect(path).toBe(`/${t.cloud.app.tenantId}/oauth2/v2.0/token`);
  });
});

describe('the reference of a conversation', () => {
  it('10.2 is enough to answer, also after a restart', async () => {
    await t.hears('a long question');
    await t.cloud.idle();
    expect(t.cloud.deliveries.at(-1)?.outcome).toBe(200);
    await t.restart({ state: t.bot.state });
    expect(await t.send(t.irene.chat.id, 'at last')).toMatchObject({ kind: 'sent' });
  });

  it('10.16 has the tenant and the directory id of the person', async () => {
    await t.hears('hello');
    const kept = t.bot.state.values.get(`${DEFAULT_ACCOUNT}/conversation:${t.irene.chat.id}`);
    expect(JSON.parse(kept!)).toMatchObject({
      tenantId: t.cloud.app.tenantId,
      person: { aadObjectId: t.irene.user.aadObjectId },
    });
  });

  it('10.17 is stored before the message is judged or stored', async () => {
    t.bot.sink.failsFor = () => true;
    t.cloud.people.write({ from: t.irene.user, text: 'let me in' });
    await eventually(() => t.cloud.deliveries.at(-1)?.outcome === 503, { what: 'the refusal' });
    expect(await t.send(t.irene.chat.id, 'your code')).toMatchObject({ kind: 'sent' });
    t.bot.sink.failsFor = () => false;
    await t.cloud.idle();
  });

  it('10.28 is not used for a host that the settings no longer name', async () => {
    await t.hears('hello');
    const { state } = t.bot;
    const elsewhere = { ...t.cloud.cloud, serviceUrlHosts: ['service.example'] };
    await t.restart({ workchat: { cloud: elsewhere }, state });
    const before = t.cloud.requestsTo('service').length;
    expect(await t.send(t.irene.chat.id, 'secret')).toMatchObject({
      kind: 'not-sent',
      retry: { kind: 'never' },
    });
    expect(t.cloud.requestsTo('service')).toHaveLength(before);
    await t.restart({ state });
  });
});

describe('threads in a channel', () => {
  it('10.7 get the text, card, poll and typing that are meant for them', async () => {
    const first = await t.hears('first', t.channel);
    await t.hears('second', t.channel);
    const contents = ['text', { kind: 'card', card: CARD, text: '' }, { kind: 'poll', ...POLL }] as const;
    await t.bot.connector.typing(workchatAttempt(t.channel.id, '', first.id).target);
    for (const content of contents)
      expect(await t.send(t.channel.id, content, first.id)).toMatchObject({ kind: 'sent' });
    expect(t.cloud.botMessages(t.channel).map(({ rootId }) => rootId)).toEqual(Array(3).fill(first.id));
    const at = encodeURIComponent(`${t.channel.id};messageid=${first.id}`);
    expect(
      written(/activities/)
        .slice(-4)
        .map(({ path }) => path.includes(at)),
    ).toEqual(Array(4).fill(true));
  });

  it('10.14 belong to the same channel under its old name, and with a post in its id', async () => {
    const old = (id: string) => `${id.replace('@thread.tacv2', '@thread.skype')};messageid=1768992120777`;
    const channels = { [old(t.channel.id)]: { replyStyle: 'top-level' } };
    await t.restart({ workchat: { teams: { [old(t.channel.team!.id)]: { channels } } } });
    const post = await t.hears('post', t.channel);
    expect(excluded()).toBe(false);
    await t.send(t.channel.id, 'answer', post.id);
    const [answer] = t.cloud.botMessages(t.channel);
    expect(answer?.rootId).toBe(answer?.id);
    await t.hears('in the group', t.group);
    expect(excluded()).toBe(true);
    await t.restart({ state: new MemoryState() });
  });
});

describe('typing and names', () => {
  it('10.20 failed typing is not repeated at once, and does not stop messages', async () => {
    await t.hears('hello');
    const answer = serviceProblem(500, 'ServiceError');
    t.cloud.faults.requests.all({ kind: 'answer', answer }, { when: callTo('service', 'POST') });
    const { target } = workchatAttempt(t.irene.chat.id, '');
    const before = written(/activities/).length;
    for (let times = 0; times < 5; times++) await t.bot.connector.typing(target);
    expect(written(/activities/)).toHaveLength(before + 1);
    t.cloud.faults.clear();
    expect(await t.send(t.irene.chat.id, 'hi')).toMatchObject({ kind: 'sent' });
  });

  it.each(['ServiceError', 'BotDisabledByAdmin', 'BotNotInConversationRoster'])(
    'a typing indicator that is refused with 403 %s does not stop the answer',
    async (code) => {
      await t.hears('hello');
      t.cloud.faults.sends.next({ kind: 'answer', answer: serviceProblem(403, code) });
      const before = written(/activities/).length;
      await t.bot.connector.typing(workchatAttempt(t.irene.chat.id, '').target);
      expect(written(/activities/).at(before)).toMatchObject({ status: 403 });
      expect(await t.send(t.irene.chat.id, 'hi')).toMatchObject({ kind: 'sent' });
    },
  );

  it('10.32 an unresolved name admits no one, not even a person who has that name', async () => {
    await t.restart({ workchat: { allowFrom: ['Carla Roy', 'user:Carla Roy', '19:x'] } });
    const carla = t.cloud.addContact('Carla Roy');
    t.cloud.people.write({ from: carla.user, text: 'it is me' });
    await eventually(() => t.bot.sink.texts.includes('it is me'), { what: 'the message' });
    const [settings] = t.bot.connector.accounts();
    const { accessKeys } = t.bot.sink.accepted.at(-1)!;
    expect(accessKeys.filter((key) => settings!.allowFrom.keys.has(key))).toEqual([]);
    expect(settings!.allowFrom.anyone).toBe(false);
    await t.restart({});
  });
});

it('10.4 an edit or unsend with an unknown outcome is not repeated', async () => {
  await t.hears('hello');
  const { messageId } = (await t.send(t.irene.chat.id, 'one')) as { messageId: RemoteMessageId };
  const then = serviceProblem(504, 'ServiceError');
  const before = t.cloud.requestsTo('service').length;
  const message = refTo(t.irene.chat, messageId);
  const { signal } = new AbortController();
  t.cloud.faults.requests.all({ kind: 'lost', then }, { when: callTo('service') });
  expect(await t.bot.connector.edit(message, { text: 'two', author: 'assistant' }, signal)).toMatchObject({
    kind: 'unknown',
  });
  expect(await t.bot.connector.unsend(message, signal)).toMatchObject({ kind: 'unknown' });
  expect(t.cloud.requestsTo('service')).toHaveLength(before + 2);
});
