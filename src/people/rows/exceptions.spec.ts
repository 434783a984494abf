import { Footprint } from '../person.js';
import { Pseudonyms } from '../pseudonyms.js';
import { isJobOfThem, isSessionOfThem, JUDGES, sessionEndsOf } from './exceptions.repository.js';

const footprint = new Footprint({
  addresses: [
    { channel: 'chat', account: null, senderId: 'ann@example.org' },
    { channel: 'mail', account: 'second', senderId: 'ann.quill@example.org' },
  ],
  userId: null,
  pseudonym: 'erased_x',
});
footprint.addPlace({ channel: 'chat', account: 'default', conversation: 'c-ann' });
footprint.events.add('evt_1');
footprint.approvals.add('apr_1');
footprint.deliveries.own.add('dlv_own');
footprint.deliveries.shared.add('dlv_shared');
const names = new Pseudonyms(footprint);

const STOP = ':stop:chat:default:c-ann';

it.each([
  ['agent:main:chat:direct:ann@example.org', true],
  ['agent:main:mail:direct:ann.quill@example.org', true],
  ['agent:main:chat:direct:ann@example.org.uk', false],
  ['agent:main:mail:direct:ann@example.org', false],
  ['agent:main:chat:group:ann@example.org', false],
  ['an agent:main:chat:direct:ann@example.org', false],
  [`agent:main:chat:direct:ann@example.org${STOP}`, true],
  [`agent:main:main${STOP}`, true],
  [`agent:main:chat:direct:ben${STOP}`, false],
  [`agent:main:chat:group:g${STOP}`, false],
  [`agent:main:chat:channel:g${STOP}`, false],
  [`agent:main:main${STOP}x`, false],
  ['agent:main:main:stop:chat:second:c-ann', false],
  ['agent:main:main:stop:mail:default:c-ann', false],
  ['agent:main:main', false],
])('the session %s is of the person alone: %s', (key, is) => {
  expect(isSessionOfThem(footprint, key)).toBe(is);
  expect(JUDGES.sessions?.(footprint, names).isTheirs({ session_key: key } as never)).toBe(is);
});

it('the sessions of a person are looked up by the ends of their keys', () => {
  const senders = [':chat:direct:ann@example.org', ':mail:direct:ann.quill@example.org'];
  expect(sessionEndsOf(footprint)).toEqual([...senders, STOP]);
});

it.each<[object, boolean]>([
  [{ payload: { eventId: 'evt_1' } }, true],
  [{ payload: { other: 'x', approvalId: 'apr_1' } }, true],
  [{ payload: { deliveryId: 'dlv_own' } }, true],
  [{ payload: { deliveryId: 'dlv_shared' } }, false],
  [{ key: 'chat:default:ann@example.org' }, true],
  [{ key: 'chat:default:joann@example.org' }, false],
  [{ last_error: 'no answer for ann@example.org' }, true],
  [{ last_error: 'no answer' }, false],
  [{}, false],
])('the job %j is of the person: %s', (more, is) => {
  const { payload = {}, ...rest } = more as { payload?: object };
  const job = { key: 'chat:default:g', last_error: null, ...rest, payload: JSON.stringify(payload) };
  expect(isJobOfThem(footprint, names, job)).toBe(is);
  expect(JUDGES.dead_jobs?.(footprint, names).isTheirs(job as never)).toBe(is);
});

const ON_CHAT = { channel: 'chat', account: 'default' };

it.each<[object | undefined, boolean]>([
  [{ event_id: 'evt_1' }, true],
  [{ event_id: 'evt_2', joined_event_ids: ['evt_3', 'evt_1'] }, true],
  [{ delivery_id: 'dlv_own' }, true],
  [{ delivery_id: 'dlv_shared' }, true],
  [{ ...ON_CHAT, conversation_id: 'c-ann' }, true],
  [{ ...ON_CHAT, account: 'second', conversation_id: 'c-ann' }, false],
  [{ ...ON_CHAT, sender_id: 'ann@example.org' }, true],
  [{ ...ON_CHAT, sender_id: 'ben@example.org' }, false],
  [{ channel: 'mail', account: 'second', sender_id: 'ann.quill@example.org' }, true],
  [{ channel: 'mail', account: 'default', sender_id: 'ann.quill@example.org' }, false],
  [{ ...ON_CHAT, event_id: null, delivery_id: null, conversation_id: null }, false],
  [undefined, false],
])('a message to a webhook with %j tells of the person: %s', (data, is) => {
  const judge = JUDGES.webhook_messages?.(footprint, names);
  expect(judge?.isTheirs({ body: JSON.stringify({ data }) } as never)).toBe(is);
});

it.each([
  ['["dlv_x","dlv_own"]', null, true],
  ['["dlv_shared"]', null, false],
  ['[]', 'sent to ann@example.org', true],
])('the message of an operator sent as %s with the answer %j is theirs: %s', (delivery_ids, answer, is) => {
  const judge = JUDGES.operator_sends?.(footprint, names);
  expect(judge?.isTheirs({ delivery_ids, answer } as never)).toBe(is);
});

it.each([
  [{ ...ON_CHAT, key: 'k', value: 'sender:chat:ann@example.org' }, true],
  [{ ...ON_CHAT, key: 'sender:chat:ann@example.org', value: 'v' }, true],
  [{ ...ON_CHAT, key: 'k', value: 'v' }, false],
  [{ ...ON_CHAT, channel: 'other', key: 'k', value: 'sender:chat:ann@example.org' }, false],
  [{ channel: 'mail', account: 'second', key: 'k', value: 'ann.quill@example.org' }, true],
  [{ channel: 'mail', account: 'default', key: 'k', value: 'ann.quill@example.org' }, false],
])('the note of a connector %j is theirs: %s', (row, is) => {
  expect(JUDGES.connector_state?.(footprint, names).isTheirs(row as never)).toBe(is);
});
