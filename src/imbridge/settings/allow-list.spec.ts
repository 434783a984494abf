import { allowEntryProblem, compileAllowList, typedSender } from './allow-list.js';
import { accessKeysOf, parseChatGuid, senderIdOf } from '../ids/id.js';

const admits = (entry: string, sender: string, guid: string, rowId = 17): boolean => {
  const list = compileAllowList([entry], 'US');
  return (
    list.anyone ||
    accessKeysOf(senderIdOf(sender), parseChatGuid(guid)!, rowId).some((key) => list.keys.has(key))
  );
};
const ANN = '+12025550143';
const DM = `iMessage;-;${ANN}`;
const GROUP = 'any;+;chat284650917342108655';

describe('the allowlist for direct messages', () => {
  it.each([
    '*',
    ANN,
    '(202) 555-0143',
    `imbridge:${ANN}`,
    `imessage:${ANN}`,
    `IMBRIDGE:sms:${ANN}`,
    `chat_guid:any;-;${ANN}`,
    `chat_guid:iMessage;-;${ANN}`,
    `ChatGuid:SMS;-;${ANN}`,
    DM,
    `chat_identifier:${ANN}`,
    'chat_id:17',
    'chat:17',
    'imbridge:chatid:17',
  ])('with %s admits the sender', (entry) => expect(admits(entry, ANN, DM)).toBe(true));

  it('does not admit a look-alike', () => {
    const admitted = ['kate@example.org', '\u212aate@example.org'].map((sender) =>
      admits('Kate@Example.org', sender, `any;-;${sender}`),
    );
    expect(admitted).toEqual([true, false]);
  });

  it.each(['+12025550144', 'ann@example.org', 'chat_id:18', 'chat_guid:any;-;+12025550144', 'fedex'])(
    'with %s does not admit the sender',
    (entry) => expect(admits(entry, ANN, DM)).toBe(false),
  );
});

describe('the allowlist for groups', () => {
  it.each([
    GROUP,
    'iMessage;-;chat284650917342108655',
    'chat_guid:iMessage;+;chat284650917342108655',
    'chat_guid:iMessage;-;chat284650917342108655',
    'chat284650917342108655',
    'chat_identifier:CHAT284650917342108655',
    'group:17',
    `group:${GROUP}`,
    'imessage:chat_id:17',
  ])('with %s admits the group', (entry) => expect(admits(entry, ANN, GROUP)).toBe(true));

  it.each(['9f86d081884c7d659a2feaa0c55ad015', '0B1F4A2C-6D3E-4E1B-9A77-0C5D11E0A001'])(
    'with the guid %s admits the group, however the guid is written',
    (identifier) =>
      expect(admits(`chat_guid:iMessage;-;${identifier}`, ANN, `any;+;${identifier}`)).toBe(true),
  );

  it('with a group does not admit its members elsewhere', () => {
    expect(admits(GROUP, ANN, DM, 9)).toBe(false);
  });

  it('with a direct chat does not admit a group of the same sender', () => {
    expect(admits(`chat_guid:${DM}`, ANN, GROUP)).toBe(false);
  });
});

it('row 43: an empty list admits no sender', () => {
  expect(compileAllowList([])).toEqual({ anyone: false, keys: new Set() });
});

it('an entry with a problem admits no sender', () => {
  expect(compileAllowList(['', 'chat_id:*', 'imbridge:'])).toEqual({ anyone: false, keys: new Set() });
});

it.each([
  ['', 'is empty'],
  ['chat_id:x', 'whole number'],
  ['chat_id:99999999999999999999', 'whole number'],
  ['chat_guid:*', 'service;-;handle'],
  ['imessage:*', 'names no handle'],
  ['chat_identifier:', 'is empty'],
  ['(202) 555-0143', 'defaultRegion'],
])('the entry %j has the problem %s', (entry, problem) =>
  expect(allowEntryProblem(entry)).toContain(problem),
);

it('short codes are accepted, and national numbers with a region', () => {
  expect(allowEntryProblem('262966')).toBeUndefined();
  expect(allowEntryProblem('(202) 555-0143', 'US')).toBeUndefined();
});

describe('typedSender', () => {
  it.each([
    [' +1 (202) 555-0143 ', '+12025550143'],
    ['imbridge:Ann@Example.org', 'ann@example.org'],
  ])('reads %s as a sender', (text, sender) => {
    expect(typedSender(text)).toBe(sender);
  });

  it.each(['', '*', 'chat_id:9', 'iMessage;-;+12025550143', '2025550143'])(
    'finds no sender in %j',
    (text) => {
      expect(typedSender(text)).toBeUndefined();
    },
  );

  it('completes national numbers with a region', () => {
    expect(typedSender('(202) 555-0143', 'US')).toBe('+12025550143');
  });
});
