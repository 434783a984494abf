import { Footprint } from './person.js';
import { Pseudonyms } from './pseudonyms.js';

const footprint = new Footprint({
  addresses: [
    { channel: 'imbridge', account: null, senderId: '+12025550143' },
    { channel: 'imbridge', account: null, senderId: 'ann@example.org' },
  ],
  userId: null,
  pseudonym: 'erased_x',
});
footprint.addPlace({ channel: 'imbridge', account: 'default', conversation: '-;+12025550143' });
footprint.addName('Ann "Q" Quill');
const sut = new Pseudonyms(footprint);

it.each([
  ['sender:imbridge:+12025550143', 'sender:imbridge:erased_x'],
  ['imbridge:default:-;+12025550143', 'imbridge:default:erased_x'],
  ['ask Ann@Example.org.', 'ask erased_x.'],
  ['/chats/%2B12025550143/read', '/chats/erased_x/read'],
  ['+12025550143', 'erased_x'],
  ['ANN@example.org', 'erased_x'],
  ['sender:imbridge:+12025550143 asked', 'sender:imbridge:erased_x asked'],
  ['command:sender:imbridge:+12025550143', 'command:sender:imbridge:erased_x'],
  ['gate:imbridge:default:+12025550143', 'gate:imbridge:default:erased_x'],
  ['imbridge:+12025550143', 'imbridge:erased_x'],
  ['imbridge:default:iMessage;-;+12025550143', 'imbridge:default:iMessage;-;erased_x'],
  ['sender:other:+12025550143', 'sender:other:erased_x'],
  ['agent:main:imbridge:direct:+12025550143', 'agent:main:imbridge:direct:erased_x'],
  [
    'agent:main:imbridge:direct:+12025550143:stop:imbridge:default:-;+12025550143',
    'agent:main:imbridge:direct:erased_x:stop:imbridge:default:erased_x',
  ],
  ['agent:main:main:stop:imbridge:default:-;+12025550143', 'agent:main:main:stop:imbridge:default:erased_x'],
  [
    'agent:main:imbridge:group:g:stop:imbridge:default:-;+12025550143',
    'agent:main:imbridge:group:g:stop:imbridge:default:erased_x',
  ],
])('an address in %s is replaced', (text, expected) => {
  expect(sut.in(text)).toBe(expected);
});

it.each([
  '+120255501434',
  '1+12025550143',
  'joann@example.org',
  'ann@example.org.uk',
  'x.ann@example.org',
  'Ann',
  'sender:imbridge:+12025550143:2',
  'imbridge:elsewhere:+12025550143',
  'sender:imbridge:default:+12025550143',
  'agent:main:imbridge:direct:+120255501434',
])('another address that contains it, %s, stays', (text) => {
  expect(sut.in(text)).toBe(text);
});

it('a name is replaced where a name is expected, and keys are treated too', () => {
  const name = 'Ann "Q" Quill';
  const json = JSON.stringify({ sender_name: name, note: `${name} said`, role: name, '+12025550143': [1] });
  expect(JSON.parse(sut.inJson(json))).toEqual({
    sender_name: 'erased_x',
    note: `${name} said`,
    role: name,
    erased_x: [1],
  });
});

it('a name alone is no sign of the person', () => {
  expect(sut.isInJson(JSON.stringify({ name: 'Ann "Q" Quill' }))).toBe(false);
  expect(sut.isInJson(JSON.stringify({ sender_id: 'ANN@example.org' }))).toBe(true);
});

it('a sender in JSON is a whole id, with or without its channel, also in a list', () => {
  const mail = 'ann@example.org';
  const json = JSON.stringify({
    sender: `imbridge:${mail}`,
    sender_id: [mail, `jo${mail}`, 5, null],
    senders: { sender: `other:${mail}` },
  });
  expect(JSON.parse(sut.inJson(json))).toEqual({
    sender: 'imbridge:erased_x',
    sender_id: ['erased_x', `jo${mail}`, 5, null],
    senders: { sender: `other:${mail}` },
  });
});

it('ids that differ by case are those of others where the channel reads them so', () => {
  const person = { ...footprint.person, isCaseSensitive: true };
  const exact = new Pseudonyms(new Footprint(person));
  const texts = ['ANN@example.org', 'ask ANN@example.org', 'sender:imbridge:ANN@example.org'];
  expect(texts.map((text) => exact.in(text))).toEqual(texts);
  expect(exact.in('ask ann@example.org')).toBe('ask erased_x');
});

it('nothing names a person without an address', () => {
  const noOne = new Pseudonyms(new Footprint({ ...footprint.person, addresses: [] }));
  for (const text of ['', 'a text', 'sender:imbridge:ann'])
    expect([noOne.in(text), noOne.isIn(text), noOne.isInName(text)]).toEqual([text, false, false]);
});

describe('a sender whose address is a word or a number of ours', () => {
  const of = (senderId: string) =>
    new Pseudonyms(
      new Footprint({
        addresses: [{ channel: 'imbridge', account: null, senderId }],
        userId: null,
        pseudonym: 'erased_x',
      }),
    );

  it.each([
    ['owner', 'sender:imbridge:owner', 'sender:imbridge:erased_x'],
    ['owner', 'imbridge:default:owner', 'imbridge:default:erased_x'],
    ['owner', 'token:owner', 'token:owner'],
    ['default', 'imbridge:default:+12025550143', 'imbridge:default:+12025550143'],
    ['12345', 'the limit is 12345', 'the limit is 12345'],
    ['main', 'agent:main:main', 'agent:main:main'],
  ])('%s in %s', (senderId, text, expected) => {
    expect(of(senderId).in(text)).toBe(expected);
  });

  it('is replaced in JSON as a sender only', () => {
    const json = JSON.stringify({ sender_id: 'owner', role: 'owner', actor: 'token:owner' });
    expect(JSON.parse(of('owner').inJson(json))).toEqual({
      sender_id: 'erased_x',
      role: 'owner',
      actor: 'token:owner',
    });
  });
});
