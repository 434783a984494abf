import { Database, JobQueue, type Schema } from '../../src/persistence/index.js';
import { wholeApp } from '../support/whole-app.js';

const GONE = 'gone';
const PHONE = '+12025550143';
const MAIL = 'robin.4711@example.org';
const SECRET = 'the strawberry fields are mine';
const NAME = 'Robin Quillfeather';
const LOGIN = 'quillfeather@example.com';
const AT = 1_700_000_000_000;
const EVENT = 'evt_01aaaaaaaaaaaaaaaaaaaaaaaa';
const chat = { channel: GONE, account: 'a', conversation_id: 'chat;robin-phone' };
const group = { channel: GONE, account: 'a', conversation_id: 'group;1' };
const tool = {
  agent_id: 'main',
  provider: 'p',
  tool: 't',
  model_name: 'm',
  origin: '',
  definition: '',
  ...chat,
  sender_id: PHONE,
};
const used = { calls: 1, unpriced_calls: 0, input: 5, cached: 0, cache_write: 0, output: 5, reasoning: 0 };
const dimensions = { day: '2026-11-24', agent: 'main', model: 'm', channel: GONE };
const place = `${GONE}:a:${chat.conversation_id}`;
const nobodys = { ...dimensions, sender: '', conversation: '', key_id: '' };
const sums = { ...used, cost: 7, is_estimate: 0, at: AT };
const openCall = { owner: 'prc_gone', input: 5, output: 5, cost: 7, is_priced: 1, at: AT };
/** Calls of the person, each by one of their names in the ledger. */
const theirs = (userId: string, keyId: string) =>
  [{ sender: `${GONE}:${PHONE}` }, { sender: userId }, { conversation: place }, { key_id: keyId }].map(
    (name) => ({ ...nobodys, ...name }),
  );

/** Rows of every kind, of a channel that is configured no more, so that no connector looks at them. */
const rowsOf = (userId: string, keyId: string): Partial<Record<keyof Schema, object[]>> => ({
  grants: [
    grantOf('grt_01aaaaaaaaaaaaaaaaaaaaaaaa', 'a', PHONE),
    grantOf('grt_01bbbbbbbbbbbbbbbbbbbbbbbb', 'b', MAIL),
  ],
  user_identities: [identityOf(userId, 'a', PHONE), identityOf(userId, 'b', MAIL)],
  inbound_events: [
    {
      id: EVENT,
      inbox_key: 'k1',
      session_key: 's',
      sender_id: PHONE,
      state: 'done',
      outcome: 'turn',
      ...chat,
      payload: '',
      received_at: AT,
      processed_at: AT,
    },
  ],
  conversations: [{ ...chat, id: 'cnv_1', kind: 'direct', name: NAME, created_at: AT, last_message_at: AT }],
  transcript: [
    {
      ...chat,
      id: 'msg_01aaaaaaaaaaaaaaaaaaaaaaaa',
      session_key: 's',
      role: 'user',
      sender_id: PHONE,
      sender_name: NAME,
      text: SECRET,
      event_id: EVENT,
      created_at: AT,
    },
  ],
  deliveries: [
    {
      ...chat,
      id: 'dlv_1',
      content: JSON.stringify({ kind: 'text', text: SECRET }),
      state: 'dead',
      event_id: EVENT,
      author: 'assistant',
      attempts: 1,
      failures: 1,
      created_at: AT,
    },
  ],
  delivery_attempts: [
    {
      delivery_id: 'dlv_1',
      number: 1,
      started_at: AT,
      ended_at: AT,
      outcome: 'not-sent',
      detail: `${PHONE} is not reachable`,
    },
  ],
  operator_sends: [
    {
      id: 'token:owner k',
      fingerprint: 'f',
      delivery_ids: '["dlv_1"]',
      answer: JSON.stringify({ to: PHONE }),
      created_at: AT,
    },
  ],
  turn_progress: [{ event_id: EVENT, said: SECRET, updated_at: AT }],
  turn_steps: [{ event_id: EVENT, step: 'tool:1', call: `"${SECRET}"`, created_at: AT }],
  approvals: [
    approvalOf('apr_1', { ...tool, input: `"${SECRET}"`, event_id: EVENT }),
    // This one is of somebody else, whom Robin allowed it.
    approvalOf('apr_2', {
      ...tool,
      ...group,
      sender_id: 'ann@example.org',
      input: '{}',
      event_id: 'evt_other',
      decided_by: `sender:${GONE}:${PHONE}`,
      decided_by_name: NAME,
    }),
  ],
  tool_permissions: [
    {
      ...tool,
      id: 'tpm_1',
      sender_name: NAME,
      granted_by: `sender:${GONE}:${PHONE}`,
      created_at: AT,
      ends_at: AT,
    },
  ],
  holds: [
    { ...chat, held_at: AT, held_by: 'token:owner', note: SECRET },
    {
      ...group,
      held_at: AT,
      held_by: `sender:${GONE}:${PHONE}`,
      note: `ask ${MAIL}`,
      open_event: EVENT,
      open_session: 's',
      open_payload: `"${SECRET}"`,
    },
  ],
  loop_breaks: [{ ...chat, id: 'lpb_1', rounds: 1, times: 1, broken_at: AT, ends_at: AT }],
  usage_calls: theirs(userId, keyId).map((each, at) => ({ id: `c${at}`, ...each, ...sums })),
  usage_days: [nobodys, ...theirs(userId, keyId)].map((each) => ({ ...each, ...sums })),
  usage_open_calls: theirs(userId, keyId).map((each, at) => ({ id: `o${at}`, ...each, ...openCall })),
  budget_counts: [`${GONE}:${PHONE}`, userId, place, keyId].map(countOf),
  budget_allowances: [userId, keyId].map(allowanceOf),
  budget_notices: [{ budget: 'b', period: '2099-11', place, at: AT }],
  connector_state: [
    {
      channel: GONE,
      account: 'a',
      key: `conversation:${chat.conversation_id}`,
      updated_at: AT,
      value: JSON.stringify({ person: PHONE }),
    },
    { channel: GONE, account: 'a', key: 'cursor', value: '12025550143', updated_at: AT },
  ],
  pairing_requests: [
    {
      ...chat,
      id: 'par_1',
      sender_id: PHONE,
      sender_name: NAME,
      code: 'ABCDEFGH',
      status: 'approved',
      created_at: AT,
      expires_at: AT,
      decided_at: AT,
      decided_by: 'token:owner',
    },
  ],
  audit_log: [
    auditOf('imbridge.changed', { channel: GONE, name: GONE }),
    auditOf('pairing.approved', { sender_id: PHONE, sender_name: NAME }),
    auditOf('grant.created', { sender_id: MAIL.toUpperCase() }),
  ],
  webhook_messages: [
    {
      id: 'msg_w',
      webhook: 'crm',
      lane: place,
      type: 'message.received',
      created_at: AT,
      died_at: AT,
      body: JSON.stringify({ type: 'message.received', data: { ...chat, sender_id: PHONE, text: SECRET } }),
    },
  ],
});

const grantOf = (id: string, account: string, sender_id: string) => ({
  id,
  channel: GONE,
  account,
  sender_id,
  sender_name: NAME,
  source: 'operator',
  created_at: AT,
  created_by: 'token:owner',
});
const identityOf = (user_id: string, account: string, sender_id: string) => ({
  id: `idn_${account}`,
  user_id,
  channel: GONE,
  account,
  sender_id,
  display_name: NAME,
  linked_at: AT,
});
const countOf = (subject: string) => ({
  budget: 'b',
  subject,
  period: '2099-11',
  unit: 'cost',
  used: 1,
  spent: 1,
  most: 9,
  wanted: 0,
  drawn: 0,
  overdrawn: 0,
  warned: 0,
  ends_at: 4_000_000_000_000,
});
const allowanceOf = (subject: string) => ({
  id: `bal_${subject}`,
  budget: 'b',
  subject,
  cost: 1,
  tokens: 0,
  until: 4_000_000_000_000,
  created_at: AT,
  created_by: 'token:owner',
});
const approvalOf = (id: string, row: object) => ({
  id,
  code: id,
  state: 'allowed',
  digest: '',
  asked_in: '{}',
  shown: '[]',
  session_key: 's',
  created_at: AT,
  expires_at: 4_000_000_000_000,
  ended_at: AT,
  ...row,
});
const auditOf = (action: string, details: object) => ({
  at: AT,
  actor: 'token:owner',
  action,
  subject: 'x',
  details: JSON.stringify(details),
});

describe.each(['SQLite', 'PostgreSQL'] as const)('a user with two addresses, erased on %s', (dialect) => {
  const world = wholeApp(dialect);
  const db = () => world.app.get(Database, { strict: false });
  interface Answer {
    counts: Record<string, number>;
    pseudonym: string;
    finished_at: string | null;
  }
  const erase = async (person: object) => {
    const queue = world.app.get(JobQueue, { strict: false });
    await queue.start();
    try {
      return await world.call<Answer>('POST /admin/v1/people/erase', person);
    } finally {
      await queue.stop(0);
    }
  };

  /** All tables of ours as text. */
  const dump = async (): Promise<string> => {
    const tables = await db().on().introspection.getTables();
    const ours = tables.find(({ name }) => name === 'users')?.schema;
    const names = tables.filter(({ schema }) => schema === ours).map(({ name }) => name as keyof Schema);
    const all = names.map(async (name) => [name, await db().on().selectFrom(name).selectAll().execute()]);
    return JSON.stringify(await Promise.all(all));
  };

  it('is counted by a dry run as it is then erased, with keys, requests and every row of both', async () => {
    const made = await world.call<{ id: string }>('POST /admin/v1/users', {
      display_name: NAME,
      email: LOGIN,
    });
    const { id } = made.body;
    const key = await world.call<{ id: string; key: string }>(`POST /admin/v1/users/${id}/keys`, {
      name: 'of Robin',
    });
    const asked = await world.call('POST /v1/data/process', { input_data: SECRET }, key.body.key);
    expect([made.status, key.status, asked.status]).toEqual([201, 201, 200]);
    for (const [table, rows] of Object.entries(rowsOf(id, key.body.id)))
      await db()
        .on()
        .insertInto(table as keyof Schema)
        .values(rows)
        .execute();

    const dry = await world.call<Answer>('POST /admin/v1/people/erase', { user_id: id, dry_run: true });
    expect(dry.body.counts).toMatchObject({
      users: 1,
      keys: 1,
      links: 2,
      grants: 2,
      data_requests: 1,
      events: 1,
      messages: 1,
      deliveries: 1,
      conversations: 1,
      tool_calls: 1,
      unfinished_answers: 1,
      approvals: 1,
      tool_permissions: 1,
      holds: 1,
      loop_breaks: 1,
      usage: 8,
      budgets: 6,
      connector_notes: 1,
      pairing_requests: 1,
      webhook_messages: 1,
    });
    expect(await dump()).toContain(SECRET);
    const erased = await erase({ user_id: id });
    expect(erased.body.counts).toEqual(dry.body.counts);
    expect(erased.body.finished_at).not.toBeNull();
    const again = await world.call('POST /admin/v1/people/erase', { user_id: id });
    expect(again.status).toBe(404);

    const left = await dump();
    for (const text of [PHONE, MAIL, SECRET, NAME, LOGIN, id, chat.conversation_id])
      expect([text, left.toLowerCase().includes(text.toLowerCase())]).toEqual([text, false]);
    const { pseudonym } = erased.body;
    const [hold, ...others] = await db().on().selectFrom('holds').selectAll().execute();
    expect([hold, others]).toMatchObject([
      {
        ...group,
        held_by: `sender:${GONE}:${pseudonym}`,
        note: `ask ${pseudonym}`,
        open_event: null,
        open_payload: null,
      },
      [],
    ]);
    const decided = await db().on().selectFrom('approvals').selectAll().execute();
    expect(decided).toMatchObject([
      { id: 'apr_2', decided_by: `sender:${GONE}:${pseudonym}`, decided_by_name: pseudonym },
    ]);
    const days = await db().on().selectFrom('usage_days').selectAll().execute();
    expect(days).toMatchObject([{ sender: '', conversation: '', key_id: '', cost: 35, calls: 5 }]);
    expect(await db().on().selectFrom('rate_limits').selectAll().execute()).toEqual([]);
    const acts = await db().on().selectFrom('audit_log').select('details').where('at', '=', AT).execute();
    expect(acts.map(({ details }) => JSON.parse(details) as unknown)).toEqual([
      { channel: GONE, name: GONE },
      { sender_id: pseudonym, sender_name: pseudonym },
      { sender_id: pseudonym },
    ]);
    expect(
      await db().on().selectFrom('connector_state').select('key').where('channel', '=', GONE).execute(),
    ).toEqual([{ key: 'cursor' }]);
  }, 60_000);

  it('who is unknown is refused, and no act is recorded', async () => {
    const { status } = await erase({ channel: GONE, sender_id: '+12025550199' });
    expect(status).toBe(404);
    const acts = await db().on().selectFrom('audit_log').selectAll().execute();
    expect(acts.map(({ action }) => action)).not.toContain('person.erased');
  });
});
