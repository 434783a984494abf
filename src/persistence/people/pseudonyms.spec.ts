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
])('another address that contains it, %s, stays', (text) => {
  expect(sut.in(text)).toBe(text);
});

it('a name is replaced where it is a whole value of JSON, and keys are treated too', () => {
  const json = JSON.stringify({ name: 'Ann "Q" Quill', note: 'Ann "Q" Quill said', '+12025550143': [1] });
  expect(JSON.parse(sut.inJson(json))).toEqual({
    name: 'erased_x',
    note: 'Ann "Q" Quill said',
    erased_x: [1],
  });
});
