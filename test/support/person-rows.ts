import type { Schema } from '../../src/persistence/index.js';

export const GONE = 'gone';
export const PHONE = '+12025550143';
export const MAIL = 'robin.4711@example.org';
export const SECRET = 'the strawberry fields are mine';
export const NAME = 'Robin Quillfeather';
export const LOGIN = 'quillfeather@example.com';
export const AT = 1_700_000_000_000;
const EVENT = 'evt_01aaaaaaaaaaaaaaaaaaaaaaaa';
export const chat = { channel: GONE, account: 'a', conversation_id: 'chat;robin-phone' };
export const group = { channel: GONE, account: 'a', conversation_id: 'group;1' };
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
export const rowsOf = (userId: string, keyId: string): Partial<Record<keyof Schema, object[]>> => ({
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
    // This one is of someone else, whom Robin allowed it.
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

const theirChat = { channel: GONE, account: 'a', conversation_id: 'chat;ann' };
const EV = (n: number) => `evt_01g${String(n).padStart(23, '0')}`;
const MSG = (n: number) => `msg_01g${String(n).padStart(23, '0')}`;
const event = (n: number, more: object) => ({
  id: EV(n),
  inbox_key: `g${n}`,
  session_key: 'agent:main:gone:group:group;1',
  sender_id: null,
  state: 'done',
  outcome: 'turn',
  payload: '',
  received_at: AT,
  processed_at: AT,
  ...group,
  ...more,
});
const line = (n: number, more: object) => ({
  id: MSG(n),
  session_key: 'agent:main:gone:group:group;1',
  role: 'user',
  text: `text ${n}`,
  event_id: EV(n),
  created_at: AT,
  ...group,
  ...more,
});
const delivery = (id: string, more: object) => ({
  id,
  content: JSON.stringify({ kind: 'text', text: `to ${id}` }),
  state: 'sent',
  attempts: 1,
  failures: 0,
  created_at: AT,
  author: 'assistant',
  ...group,
  ...more,
});
const attempt = (delivery_id: string) => ({
  delivery_id,
  number: 1,
  started_at: AT,
  ended_at: AT,
  outcome: 'sent',
  detail: `detail of ${delivery_id}`,
});
const job = (key: string, payload: object) => ({
  kind: 'inbound',
  key,
  payload: JSON.stringify(payload),
  attempts: 0,
  created_at: AT,
  visible_at: 4_000_000_000_000,
});
const dead = (id: number, payload: object) => ({
  id,
  kind: 'inbound',
  key: 'x',
  payload: JSON.stringify(payload),
  attempts: 1,
  created_at: AT,
  died_at: AT,
});

/** More of these, some of others beside them: of a group, of what the person did to others, of what names no one. */
export const rowsBeside = (user: string, key: string): Partial<Record<keyof Schema, object[]>> => ({
  grants: [
    {
      id: 'grt_other',
      channel: GONE,
      account: 'a',
      sender_id: 'ann',
      source: 'operator',
      created_at: AT,
      created_by: `sender:${GONE}:${PHONE}`,
    },
  ],
  pairing_requests: [
    {
      ...theirChat,
      id: 'par_2',
      sender_id: 'ann',
      code: 'BBBBBBBB',
      status: 'approved',
      created_at: AT,
      expires_at: AT,
      decided_at: AT,
      decided_by: `sender:${GONE}:${PHONE}`,
    },
  ],
  idempotency_records: [
    { id: `user:${user} k`, made_id: 'x', created_at: AT },
    { id: 'token:owner y', made_id: key, created_at: AT },
    { id: 'token:owner z', made_id: 'other', created_at: AT },
  ],
  rate_limits: [{ key_id: key, period: 'week', hits: 1, ends_at: 4_000_000_000_000 }],
  inbound_events: [
    event(1, { sender_id: PHONE }),
    event(2, { sender_id: 'ann' }),
    event(3, { ...chat, session_key: 'agent:main:main' }),
    event(4, {
      sender_id: MAIL,
      account: 'b',
      conversation_id: null,
      state: 'pending',
      outcome: null,
      processed_at: null,
      payload: '{"a":1}',
      inbox_key: `offer:${MAIL}:1`,
    }),
    event(5, { ...theirChat, session_key: `agent:main:${GONE}:direct:${PHONE}` }),
  ],
  conversations: [
    { ...group, id: 'cnv_2', kind: 'group', name: 'all', created_at: AT, last_message_at: AT },
    { ...theirChat, id: 'cnv_3', kind: 'direct', name: null, created_at: AT, last_message_at: AT },
  ],
  transcript: [
    line(1, { sender_id: PHONE, sender_name: 'Robby', remote_id: 'r1', reply_to: 'r0' }),
    line(11, { role: 'assistant', event_id: EV(1), delivery_id: 'dlv_g1' }),
    line(2, { sender_id: 'ann', sender_name: 'Ann' }),
    line(12, { role: 'assistant', event_id: EV(2), delivery_id: 'dlv_g2' }),
    line(3, { ...chat, session_key: 'agent:main:main', role: 'assistant', event_id: 'dlv_op' }),
  ],
  sessions: [
    `agent:main:${GONE}:direct:${PHONE}`,
    `agent:main:main:stop:${GONE}:a:chat;robin-phone`,
    'agent:main:main',
    `agent:main:${GONE}:direct:ann`,
  ].map((session_key) => ({ session_key, begins_after: 0, updated_at: AT })),
  deliveries: [
    delivery('dlv_g1', { event_id: EV(1), media_id: 'm-out', last_detail: 'd' }),
    delivery('dlv_g2', { event_id: EV(2) }),
    delivery('dlv_g3', { event_id: EV(1), state: 'dead' }),
    delivery('dlv_gw', { event_id: EV(1), author: 'gateway', ...theirChat }),
    delivery('dlv_else', { event_id: EV(1), ...theirChat }),
    delivery('dlv_offer', { offered_to: PHONE, author: 'operator' }),
    delivery('dlv_op', { ...chat, author: 'operator' }),
  ],
  delivery_attempts: ['dlv_g1', 'dlv_g2', 'dlv_g3', 'dlv_op'].map(attempt),
  operator_sends: [
    { id: 'token:owner k2', fingerprint: 'f', delivery_ids: '["dlv_g2"]', answer: null, created_at: AT },
    {
      id: 'token:owner k3',
      fingerprint: 'f',
      delivery_ids: '["dlv_op","dlv_g2"]',
      answer: null,
      created_at: AT,
    },
  ],
  polls: [
    {
      id: 'pol_1',
      ...chat,
      delivery_id: 'dlv_op',
      question: 'q?',
      options: '["a","b"]',
      max_selections: 1,
      created_by: 'assistant',
      created_at: AT,
      used_at: AT,
    },
    {
      id: 'pol_2',
      ...group,
      delivery_id: 'dlv_g2',
      question: 'q?',
      options: '["a","b"]',
      max_selections: 1,
      created_by: 'assistant',
      created_at: AT,
      used_at: AT,
    },
  ],
  poll_votes: [
    { poll_id: 'pol_1', sender_id: PHONE, selections: '[0]', voted_at: AT },
    { poll_id: 'pol_2', sender_id: PHONE, sender_name: 'R', selections: '[1]', voted_at: AT },
    { poll_id: 'pol_2', sender_id: 'ann', selections: '[1]', voted_at: AT },
  ],
  loop_breaks: [{ ...group, id: 'lpb_2', rounds: 1, times: 1, broken_at: AT, ends_at: AT }],
  turn_progress: [
    { event_id: EV(2), said: 'x', updated_at: AT },
    { event_id: EV(1), said: 'y', updated_at: AT },
  ],
  turn_steps: [
    { event_id: EV(1), step: 'tool:2', call: '"c"', created_at: AT },
    { event_id: EV(2), step: 'tool:1', call: '"c"', created_at: AT },
  ],
  budget_notices: [{ budget: 'b', period: '2099-11', place: 'gone:a:other', at: AT }],
  jobs: [
    job(`agent:main:${GONE}:direct:${PHONE}`, {}),
    job('x', { eventId: EV(1) }),
    job('y', { eventId: EV(2) }),
  ],
  dead_jobs: [
    dead(904, { deliveryId: 'dlv_g3' }),
    { ...dead(905, { deliveryId: 'dlv_g2' }), last_error: `for ${MAIL}` },
    dead(906, { deliveryId: 'dlv_g2' }),
  ],
  message_files: [
    {
      entry_id: MSG(1),
      position: 0,
      media_id: 'm-in',
      name: 'a.txt',
      mime_type: 'text/plain',
      bytes: 1,
      created_at: AT,
    },
    {
      entry_id: MSG(4),
      position: 0,
      media_id: 'm-both',
      name: 'b.txt',
      mime_type: 'text/plain',
      bytes: 1,
      created_at: AT,
    },
    {
      entry_id: MSG(2),
      position: 0,
      media_id: 'm-both',
      name: 'b.txt',
      mime_type: 'text/plain',
      bytes: 1,
      created_at: AT,
    },
  ],
  media: ['m-in', 'm-out', 'm-both', 'm-other'].map((id) => ({
    id,
    mime_type: 'text/plain',
    bytes: 1,
    used_at: AT,
  })),
  webhook_messages: [
    ['w1', 'delivery.dead', { delivery_id: 'dlv_g1' }],
    ['w2', 'delivery.dead', { delivery_id: 'dlv_g2' }],
    ['w3', 'conversation.released', { ...theirChat, by: `sender:${GONE}:${PHONE}` }],
    ['w4', 'message.received', { ...theirChat, sender_id: 'ann' }],
  ].map(([id, type, data]) => ({
    id,
    webhook: 'crm',
    lane: 'l',
    type,
    created_at: AT,
    died_at: AT,
    body: JSON.stringify({ type, data }),
  })),
  audit_log: [
    {
      at: AT,
      actor: `sender:${GONE}:${PHONE}`,
      action: 'x',
      subject: `${GONE}:ann`,
      details: '{}',
      change: JSON.stringify({ before: MAIL, after: 'y' }),
    },
  ],
});
