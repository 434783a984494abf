import { type Actor, AuditLog, Grants, SYSTEM } from '../../../src/access-control/index.js';
import type { OpenLink } from '../../../src/access-control/tokens/sign-ins/sign-in-authenticator.js';
import type { TokenHolder } from '../../../src/access-control/tokens/token-authenticator.js';
import { condition } from '../../../src/conditions/condition.js';
import { ALERT_STATES, AlertsRepository } from '../../../src/conditions/watch/alerts.repository.js';
import { RuntimeFailure } from '../../../src/assistant/index.js';
import { accountsOn } from '../accounts.js';
import {
  ConnectorState,
  type ConversationId,
  DEFAULT_ACCOUNT,
  type RemoteMessageId,
  type SenderId,
  type SendOutcome,
} from '../../../src/channels/index.js';
import { ChannelHost } from '../../../src/inbound/index.js';
import {
  AccessCheck,
  Chat,
  Conversations,
  Figures,
  OldestUnanswered,
  OperatorActions,
  OperatorMessages,
  PollAdminService,
  Timelines,
} from '../../../src/operator/index.js';
import { Holds, Polls } from '../../../src/conversations/index.js';
import { DELIVERY_STATES } from '../../../src/delivery/records/delivery.js';
import { RollUp } from '../../../src/operator/figures/roll-up.service.js';
import { SessionRepository } from '../../../src/conversations/sessions/session.repository.js';
import { Deliveries, OurMessages, Receipts } from '../../../src/delivery/index.js';
import { PAIRING_STATUSES, PairingService } from '../../../src/pairing/index.js';
import { Retention } from '../../../src/persistence/retention/retention-schedule.js';
import { makeDeadLetter } from '../dead-letter.js';
import { eventually } from '../eventually.js';
import { FAKE } from '../fake-connector.js';
import type { FakeClock } from '../fake-clock.js';
import { throughBackOffs } from '../passing-time.js';
import type { Pipeline } from '../pipeline.js';
import { deleteOlder } from '../delete-older.js';

const DAY_MS = 86_400_000;
const PLACE = { channel: FAKE, account: DEFAULT_ACCOUNT };

/** Runs each operation of the pipeline and its operators once, so that a test sees all their statements. */
export async function runPipelineOperations(p: Pipeline, clock: FakeClock): Promise<void> {
  await pairStrangers(p, clock);
  await talk(p, clock);
  await steer(p, clock);
  await actByTools(p, clock);
  await sendFile(p, clock);
  await poll(p, clock);
  await sendByOperators(p);
  await holdConversations(p, clock);
  await failAndRetry(p, clock);
  await lookAtLists(p);
  await raiseAlerts(p, clock);
  await lookAtConversations(p);
  await rollUp(p, clock);
  await rememberForConnectors(p);
  await keepUsersAndKeys(p, clock);
  await keepTokens(p, clock);
  await buryAndRevive(p, clock);
  clock.advance(1_000 * DAY_MS);
  await p.module.get(Retention, { strict: false }).deleteOld(new AbortController().signal);
}

const idle = ({ queue }: Pipeline) =>
  eventually(async () => (await queue.depth()).size === 0, { what: 'an idle queue' });
const write = (p: Pipeline, clock: FakeClock, from: string, text: string) =>
  p.connector.receive(from, text, { occurredAt: clock.now(), inboxKey: `${from}:${text}` });

async function pairStrangers(p: Pipeline, clock: FakeClock): Promise<void> {
  for (const name of ['ann', 'ben', 'ann']) await write(p, clock, name, 'hi').then(() => idle(p));
  const pairing = p.module.get(PairingService, { strict: false });
  const [ann, ben] = await pairing.list({ status: 'pending', limit: 9 });
  await pairing.approve(SYSTEM, { channel: FAKE, code: ann!.code });
  await pairing.deny(SYSTEM, { id: ben!.id });
  await pairing.deny(SYSTEM, { id: ben!.id }).catch(() => undefined);
  for (const status of [...PAIRING_STATUSES, undefined])
    await pairing.list({ ...(status && { status }), channel: FAKE, after: '0', limit: 9 });
}

async function talk(p: Pipeline, clock: FakeClock): Promise<void> {
  const sender = { id: 'ann' as SenderId, isSelf: true };
  for (const text of ['one', 'two', 'two']) await write(p, clock, 'ann', text);
  await eventually(() => p.connector.textsTo('ann').includes('echo: two'));
  await idle(p);
  // In a chat with oneself the message returns as an echo.
  await p.connector.receive('ann', 'echo: two', { sender, occurredAt: clock.now() });
  await idle(p);
}

/** Commands, an answer in blocks, a turn long enough to check whether it was stopped, a group. */
async function steer(p: Pipeline, clock: FakeClock): Promise<void> {
  for (const text of ['/new', '/status', '/stop']) await write(p, clock, 'ann', text).then(() => idle(p));
  await p.db.transaction((tx) => p.module.get(SessionRepository, { strict: false }).setModel(tx, 's', 'm'));
  await p.module.get(SessionRepository, { strict: false }).stops(['s', 't']);
  const { settings } = p.connector;
  p.connector.settings = { ...settings, blockStreaming: true, groupPolicy: 'open' };
  const { answer } = p.runtime;
  p.runtime.answer = () => `${'a'.repeat(200)}\n\nrest`;
  await write(p, clock, 'ann', 'at length').then(() => idle(p));
  p.runtime.answer = answer;
  const at = { occurredAt: clock.now() };
  await p.connector.receiveInGroup('g', 'ann', 'hear', at).then(() => idle(p));
  const replyTo = 'other' as RemoteMessageId;
  await p.connector.receiveInGroup('g', 'ann', 'answer', { ...at, replyTo, mentionsUs: true });
  await p.connector.happens('ann', { type: 'edited', messageId: replyTo, text: 'new' }, at);
  await idle(p);
  // A quoted message is outside the history.
  p.connector.settings = { ...p.connector.settings, historyLimit: 0 };
  const { messageId: ours } = p.connector.sent.at(-1)!;
  await p.connector.receiveInGroup('g', 'ann', 'reply', { ...at, replyTo: ours }).then(() => idle(p));
  p.connector.settings = settings;
}

/**
 * Messages sent by a tool here and elsewhere, a message looked up in all conversations, and a run that gets its result.
 */
async function actByTools(p: Pipeline, clock: FakeClock): Promise<void> {
  const { features } = p.connector;
  p.connector.features = { ...features, react: 'full' };
  const { answer } = p.runtime;
  const signal = new AbortController().signal;
  const calls = [
    { action: 'send', message: 'here' },
    { action: 'send', message: 'there', target: 'chat-ben' },
    { action: 'react', messageId: 'nobody knows', emoji: '👍' },
    { action: 'react', messageId: 'one', emoji: '👍' },
  ];
  let runs = 0;
  p.runtime.answer = async ({ tools, message }) => {
    if (runs++ > 0) return 'done';
    const own = { action: 'react', messageId: message.ids!.full, emoji: '👍' };
    for (const input of [...calls, own]) await tools!()!.call('message', input, signal);
    throw new RuntimeFailure('cut', true);
  };
  await write(p, clock, 'ann', 'act');
  await throughBackOffs({ ...p, clock }, async () => (await p.queue.depth()).size === 0);
  p.runtime.answer = answer;
  p.connector.features = features;
}

async function sendFile(p: Pipeline, clock: FakeClock): Promise<void> {
  const { answer } = p.runtime;
  const { features } = p.connector;
  p.connector.features = { ...features, sendAttachment: 'full' };
  p.runtime.answer = async ({ tools }) => {
    const input = { action: 'sendAttachment', buffer: 'aGVsbG8=' };
    await tools!()!.call('message', input, new AbortController().signal);
    return 'sent';
  };
  await write(p, clock, 'ann', 'a file').then(() => idle(p));
  p.runtime.answer = answer;
  p.connector.features = features;
}

/** Alerts that begin, are looked for and end. Retention deletes them as it does everything else. */
async function raiseAlerts({ db }: Pipeline, clock: FakeClock): Promise<void> {
  const alerts = new AlertsRepository(db, clock);
  const alert = condition('account-down', 'imbridge/default is error');
  const raised = await db.transaction((tx) => alerts.raise(tx, alert));
  if (!raised) throw new Error('nothing was raised');
  await db.transaction((tx) => alerts.note(tx, raised.id, clock.now()));
  await alerts.open();
  await db.transaction((tx) => alerts.isOneMore(tx, raised));
  await db.transaction((tx) => alerts.clear(tx, raised));
  for (const state of [undefined, ...ALERT_STATES]) await alerts.list({ state, limit: 2, before: raised.id });
  await deleteOlder(db, alerts, 1, 1);
}

/** A poll by an operator, its votes, and its results for operators and the model. */
async function poll(p: Pipeline, clock: FakeClock): Promise<void> {
  const { features } = p.connector;
  p.connector.features = { ...features, poll: 'full' };
  const desk = p.module.get(PollAdminService, { strict: false });
  const words = { question: 'Which day?', options: ['Monday', 'Friday'] };
  const { pollId } = await desk.send(SYSTEM, { channel: FAKE, target: 'chat-ann', ...words });
  for (const option of [0, 1, 9])
    await p.connector.votes('ann', pollId, [option], { occurredAt: clock.now() }).then(() => idle(p));
  const polls = p.module.get(Polls, { strict: false });
  for (const before of [undefined, 'poll_z']) await polls.list({ limit: 9, before });
  const target = { ...PLACE, conversation: 'chat-ann' as ConversationId };
  await polls.lastIn(target, 1);
  await polls.findIn(target, pollId);
  p.connector.features = features;
}

/** A repeated send under a key, a send to a new conversation, and an edit of our message. */
async function sendByOperators(p: Pipeline): Promise<void> {
  const { features } = p.connector;
  p.connector.features = { ...features, reply: 'full', edit: 'full' };
  const messages = p.module.get(OperatorMessages, { strict: false });
  const actions = p.module.get(OperatorActions, { strict: false });
  const request = { channel: FAKE, target: 'chat-zoe', message: 'hello' };
  for (let n = 0; n < 2; n++) await messages.send(SYSTEM, request, 'key');
  const at = { channel: FAKE, target: 'chat-zoe' };
  const reply = { ...at, action: 'reply', input: { messageId: 'in-1', text: 'yes' } } as const;
  const { messageId } = await actions.perform(SYSTEM, reply);
  await actions.perform(SYSTEM, { channel: FAKE, action: 'edit', input: { messageId, text: 'no' } });
  p.connector.features = features;
  await idle(p);
}

async function failAndRetry(p: Pipeline, clock: FakeClock): Promise<void> {
  const deliveries = p.module.get(Deliveries, { strict: false });
  const outcomes: SendOutcome[] = [
    { kind: 'unknown', code: 'timeout', detail: '' },
    { kind: 'not-sent', code: 'rejected', retry: { kind: 'never' }, detail: '' },
  ];
  p.connector.onSend = (_attempt, take) =>
    outcomes.shift() ?? { kind: 'sent', messageId: take(), at: clock.now() };
  await write(p, clock, 'ann', 'three');
  const isDead = async () => (await deliveries.list({ state: 'dead', limit: 1 })).length === 1;
  await throughBackOffs({ ...p, clock }, isDead);
  const [dead] = await deliveries.list({ state: 'dead', limit: 1 });
  await deliveries.retry(dead!.id);
  await idle(p);
  const receipts = p.module.get(Receipts, { strict: false });
  const { remoteId, target } = await deliveries.get(dead!.id);
  for (const [messageIds, kind] of [
    ['global', 'sent'],
    ['global', 'failed'],
    ['global', 'delivered'],
    ['global', 'read'],
    ['per-conversation', 'failed'],
    ['per-conversation', 'delivered'],
    ['per-conversation', 'read'],
  ] as const) {
    p.connector.messageIds = messageIds;
    await p.module.get(OurMessages, { strict: false }).isOurs(target, remoteId as RemoteMessageId);
    await receipts.record({
      ...target,
      kind,
      correlationId: dead!.id,
      messageId: remoteId as RemoteMessageId,
      at: 1,
    });
  }
}

async function rollUp(p: Pipeline, clock: FakeClock): Promise<void> {
  await p.module.get(Figures, { strict: false }).read('24h');
  clock.advance(DAY_MS);
  await p.module.get(RollUp, { strict: false }).countNew(new AbortController().signal);
  await p.module.get(Figures, { strict: false }).read('30d');
}

async function lookAtLists(p: Pipeline): Promise<void> {
  const deliveries = p.module.get(Deliveries, { strict: false });
  for (const state of [...DELIVERY_STATES, undefined])
    for (const before of ['dlv_z', undefined]) {
      const [last] = await deliveries.list({ ...(state && { state }), ...(before && { before }), limit: 9 });
      if (last) await deliveries.attemptsOf(last.id);
    }
  await deliveries.countOpen();
  await deliveries.oldestDead();
  await p.module.get(OldestUnanswered, { strict: false }).acceptedAt();
  await p.module.get(ChannelHost, { strict: false }).status();
  await p.queue.replicas();
  const grants = p.module.get(Grants, { strict: false });
  const made = await grants.create(SYSTEM, { ...PLACE, senderId: 'zoe' });
  for (const channel of [FAKE, undefined])
    for (const after of ['0', undefined])
      await grants.list({ ...(channel && { channel }), ...(after && { after }), limit: 9 });
  await grants.remove(SYSTEM, made.id);
  await grants.among(['ann', 'ben'].map((senderId) => ({ ...PLACE, senderId })));
  const audit = p.module.get(AuditLog, { strict: false });
  for (const before of [undefined, 1_000]) await audit.list(9, before);
  await audit.latest();
  await audit.since({ after: 0, upTo: 9, limit: 9 });
  const pairings = p.module.get(PairingService, { strict: false });
  await pairings.latest();
  await pairings.since({ after: 0, upTo: 9, limit: 9 });
  await pairings.numberOf('pair_z');
}

/** Reads the conversations page. */
async function lookAtConversations(p: Pipeline): Promise<void> {
  const conversations = p.module.get(Conversations, { strict: false });
  await conversations.latestLine();
  await conversations.saidSince({ after: 0, upTo: 9, limit: 9 });
  await conversations.list({ limit: 9, q: 'a', channel: 'fake', kind: 'direct' });
  for (const page of [{ limit: 9 }, { limit: 9, before: 'z'.repeat(26) }]) {
    const [first] = await conversations.list(page);
    const [line] = await conversations.messages(first!.id, page);
    for (const id of [first!.id, ...(line ? [line.id] : [])])
      await p.module
        .get(Timelines, { strict: false })
        .timelineOf(id)
        .catch(() => undefined);
    const known = { channel: 'fake', senderId: 'ann', conversationId: first!.id };
    for (const question of [known, { channel: 'fake', senderId: 'nobody' }])
      await p.module
        .get(AccessCheck, { strict: false })
        .answer(question)
        .catch(() => undefined);
  }
}

/** The providers of the pipeline's module, with a guard. */
async function keepUsersAndKeys({ db }: Pipeline, clock: FakeClock): Promise<void> {
  const { users, identities, keys, own, uses, authenticator, make, grant, grants } = accountsOn(db, clock);
  const { user, apiKey, holder } = await make();
  for (const after of [user.id, undefined]) {
    const range = { limit: 9, ...(after && { after }) };
    await users.list(range);
    await keys.list(user.id, range);
  }
  await users.list({ email: 'ann@example.com', limit: 9 });
  await users.update(SYSTEM, user.id, { email: 'Ann@example.com' });
  const { id } = await grant({ ...PLACE, senderId: 'yan' });
  const { identities: linked } = await identities.add(SYSTEM, user.id, { ...PLACE, senderId: 'yan' });
  await identities.remove(SYSTEM, user.id, linked[0]!.id);
  await grants.remove(SYSTEM, id);
  const made = await own.create(holder, {});
  await own.list(holder);
  await own.revoke((await authenticator.authenticate(made.key))!, made.apiKey.id);
  await keys.revoke(SYSTEM, user.id, apiKey.id);
  await uses.onModuleDestroy();
  await users.remove(SYSTEM, user.id);
}

/** A hold that is changed, told and ended, of which a message is answered; one that is over; one by an own message. */
async function holdConversations(p: Pipeline, clock: FakeClock): Promise<void> {
  const holds = p.module.get(Holds, { strict: false });
  const place = { ...PLACE, conversation: 'chat-ann' as ConversationId };
  await holds.hold(SYSTEM, place, { until: null, note: null });
  await holds.hold(SYSTEM, place, { until: clock.now() + DAY_MS, note: 'n' });
  await write(p, clock, 'ann', 'held').then(() => idle(p));
  await holds.list();
  await p.module.get(Conversations, { strict: false }).list({ limit: 9, heldAt: clock.now() });
  await p.module.get(Chat, { strict: false }).page('owner', { limit: 9 });
  await holds.release(SYSTEM, place, true);
  await idle(p);
  await holds.hold(SYSTEM, place, { until: clock.now() + 1, note: null });
  clock.advance(1_000);
  await write(p, clock, 'ann', 'free').then(() => idle(p));
  await p.module
    .get(AuditLog, { strict: false })
    .since({ after: 0, upTo: 9, limit: 9, actions: ['conversation.held'] });
}

async function keepTokens({ db }: Pipeline, clock: FakeClock): Promise<void> {
  const { tokens, tokenUses, actorOf, signIns, signInAuthenticator, tokenAuthenticator } = accountsOn(
    db,
    clock,
  );
  const make = () => tokens.create(SYSTEM, { role: 'viewer' }, 'key');
  const { token, adminToken } = await make();
  await make().catch(() => undefined);
  const actor = (await actorOf(token))!;
  const { value } = await signIns.begin((await tokenAuthenticator.authenticate(token)) as TokenHolder);
  const signedIn = (await signInAuthenticator.authenticate(value)) as Actor;
  await signInAuthenticator.isGood(signedIn);
  const { code } = await signIns.makeLink(actor);
  const opened = (await signInAuthenticator.open(code)) as OpenLink;
  await signIns.beginByLink(opened, signedIn);
  await tokenUses.onModuleDestroy();
  for (const after of [adminToken.id, undefined]) await tokens.list({ limit: 9, after });
  await tokens.revoke(SYSTEM, adminToken.id);
}

async function rememberForConnectors(p: Pipeline): Promise<void> {
  const state = p.module.get(ConnectorState, { strict: false });
  await state.set(FAKE, DEFAULT_ACCOUNT, 'cursor', '1');
  await state.get(FAKE, DEFAULT_ACCOUNT, 'cursor');
  await state.list(FAKE, DEFAULT_ACCOUNT, 'cur');
}

/** An event whose job becomes a dead letter and is revived. */
async function buryAndRevive(p: Pipeline, clock: FakeClock): Promise<void> {
  // So many messages of one moment would look like a loop.
  clock.advance(10 * 60_000);
  const { id } = await makeDeadLetter(p, { from: 'ann', text: 'four' });
  await p.queue.revive(id);
  await idle(p);
  await p.db.transaction((tx) => p.queue.enqueue(tx, { kind: 'doomed', key: 'k', payload: {} }));
  await eventually(async () => (await p.queue.deadLetters(9)).length === 1);
  await p.queue.deadLetters(9, id);
}
