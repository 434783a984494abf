import type { ConversationId, RemoteMessageId } from '../../channels/index.js';
import { normaliseHandle, needsRegion } from './handle.js';
import {
  accessKeysOf,
  alternateChatGuid,
  chatGuidSpellings,
  composeChatGuid,
  conversationOf,
  inboxKeyOf,
  mayBeCalled,
  messageIdOf,
  parseChatGuid,
  parseConversation,
  senderIdOf,
  readMessageId,
} from './id.js';

const chat = (guid: string) => parseChatGuid(guid)!;

describe('readMessageId', () => {
  const GUID = 'B1F4A2C0-6D3E-4E1B-9A77-0C5D11E0A001';
  it.each([
    [GUID, { messageId: GUID }],
    [GUID.toLowerCase(), { messageId: GUID }],
    [`p:2/${GUID}`, { messageId: GUID, part: 2 }],
    [`bp:${GUID}`, { messageId: GUID }],
  ])('reads %s', (text, read) => expect(readMessageId(text)).toEqual(read));
});

describe('chat guids', () => {
  it.each([
    ['iMessage;-;+12025550143', '-', '+12025550143'],
    ['SMS;-;262966', '-', '262966'],
    ['any;+;chat284650917342108655', '+', 'chat284650917342108655'],
    ['iMessageLite;-;a@b.example', '-', 'a@b.example'],
  ])('parses %s', (guid, separator, identifier) => {
    expect(chat(guid)).toMatchObject({ separator, identifier });
  });

  it('name a group by the style of its record, or by its identifier, whatever stands between', () => {
    const group = { separator: '+', identifier: 'chat284650917342108655' };
    expect(chat('any;-;chat284650917342108655')).toMatchObject(group);
    expect(parseChatGuid('any;-;5f2a9c', 43)).toMatchObject({ separator: '+', identifier: '5f2a9c' });
    for (const style of [45, '43', null]) expect(parseChatGuid('any;-;5f2a9c', style)?.separator).toBe('-');
    expect(chatGuidSpellings('any;-;chat284650917342108655')).toContain('iMessage;-;chat284650917342108655');
  });

  it.each(['', 'iMessage', 'iMessage;-;', 'iMessage;*;x', ';-;x', `iMessage;-;${'x'.repeat(300)}`])(
    'refuses %j',
    (guid) => expect(parseChatGuid(guid)).toBeUndefined(),
  );

  it('lists every spelling of a chat guid, the given one first', () => {
    const names = ['any;-;Ann@b.example', 'SMS;-;Ann@b.example', 'RCS;-;Ann@b.example'];
    expect(chatGuidSpellings('iMessage;-;Ann@b.example')).toEqual(['iMessage;-;Ann@b.example', ...names]);
    expect(chatGuidSpellings('other;+;chat12')).toHaveLength(5);
    expect(chatGuidSpellings('nonsense')).toEqual(['nonsense']);
  });

  it('make one conversation for iMessage on every macOS, and others for SMS and RCS', () => {
    const ids = ['iMessage', 'any', 'iMessageLite'].map((g) => conversationOf(chat(`${g};-;+12025550143`)));
    expect(new Set(ids)).toEqual(new Set(['-;+12025550143']));
    expect(conversationOf(chat('SMS;-;+12025550143'))).toBe('SMS;-;+12025550143');
    expect(conversationOf(chat('rcs;-;+12025550143'))).toBe('RCS;-;+12025550143');
    expect(conversationOf(chat('SMS;+;chat12'))).toBe('+;chat12');
    expect(conversationOf(chat('any;+;chat12'))).toBe('+;chat12');
    expect(conversationOf(chat('iMessage;-;Ann@B.example'))).toBe('-;ann@b.example');
  });

  it('make different conversations for a direct chat and a group of the same identifier', () => {
    expect(conversationOf(chat('any;-;chat12'))).not.toBe(conversationOf(chat('any;+;chat12')));
  });

  it('are rebuilt from a conversation id', () => {
    const id = conversationOf(chat('iMessage;+;chat12'));
    expect(parseConversation(id)).toEqual({ separator: '+', identifier: 'chat12' });
    expect(composeChatGuid(id, 'any')).toBe('any;+;chat12');
    const bySms = conversationOf(chat('SMS;-;+1202'));
    expect(parseConversation(bySms)).toEqual({ service: 'SMS', separator: '-', identifier: '+1202' });
    expect(composeChatGuid(bySms, 'iMessage')).toBe('SMS;-;+1202');
    expect(composeChatGuid(bySms, 'any')).toBe('any;-;+1202');
    expect(parseConversation('nonsense' as ConversationId)).toBeUndefined();
  });

  it.each([
    ['-;+1202', 'iMessage;-;+1202', true],
    ['-;+1202', 'any;-;+1202', true],
    ['-;+1202', 'SMS;-;+1202', false],
    ['SMS;-;+1202', 'SMS;-;+1202', true],
    ['SMS;-;+1202', 'any;-;+1202', true],
    ['SMS;-;+1202', 'iMessage;-;+1202', false],
    ['+;chat12', 'SMS;+;chat12', true],
    ['+;chat12', 'any;-;chat12', true],
    ['-;chat12', 'any;+;chat12', false],
  ])('%s has the spelling %s: %s', (conversation, guid, may) => {
    expect(mayBeCalled(conversation as ConversationId, guid)).toBe(may);
  });

  it('have one alternate spelling, iMessage or any', () => {
    expect(alternateChatGuid('iMessage;-;+1202')).toBe('any;-;+1202');
    expect(alternateChatGuid('any;-;+1202')).toBe('iMessage;-;+1202');
    expect(alternateChatGuid('x')).toBeUndefined();
  });
});

describe('messages and senders', () => {
  it('a message id is the upper-case bare guid', () => {
    expect(messageIdOf(' b1f4 ')).toBe('B1F4');
    for (const bad of ['', ' ', null, 7, 'x'.repeat(513)]) expect(messageIdOf(bad)).toBeUndefined();
    expect(inboxKeyOf('B1F4' as RemoteMessageId)).toBe('msg:B1F4');
  });

  it("the access keys of a sender are its id, and the chat's guid, identifier and row", () => {
    expect(accessKeysOf(senderIdOf('+1 (202) 555-0143'), chat('SMS;-;+12025550143'), 9)).toEqual([
      'sender:+12025550143',
      'chat_guid:-;+12025550143',
      'chat_identifier:+12025550143',
      'chat_id:9',
    ]);
  });
});

describe('handles', () => {
  it.each([
    ['+12025550143', '+12025550143'],
    [' imessage:+1 (202) 555-0143 ', '+12025550143'],
    ['+1\u00a0202\u2011555\u20110143', '+12025550143'],
    ['\u202a+12025550143\u202c', '+12025550143'],
    ['0012025550143', '+12025550143'],
    ['+49 (0)170 1234567', '+491701234567'],
    ['0049 (0) 170-1234567', '+491701234567'],
    ['(202) 555-0143', '+12025550143'],
    ['2025550143', '+12025550143'],
    ['Ann@Example.ORG', 'ann@example.org'],
    ['sms:262966', '262966'],
    ['FedEx', 'fedex'],
    ['Deutsche  Post', 'deutsche post'],
  ])('%j is normalised to %j', (typed, id) => expect(normaliseHandle(typed, 'US')).toBe(id));

  it.each([
    ['\u212aate@example.org', 'kate@example.org'],
    ['Fed\u212aEx', 'fedkex'],
    ['Deutsche\u00a0Post', 'deutsche post'],
    ['\uff0b12025550143', '+12025550143'],
    ['+1202555014\uff13', '+12025550143'],
  ])('%j does not match its look-alike %j', (lookAlike, real) => {
    const group = (identifier: string) => conversationOf({ separator: '+', identifier });
    expect(normaliseHandle(lookAlike, 'US')).not.toBe(normaliseHandle(real, 'US'));
    expect(group(lookAlike)).not.toBe(group(real));
  });

  it('are normalised to the same form again', () => {
    for (const handle of ['+12025550143', 'a@b', '262966', 'fedex', '']) {
      expect(normaliseHandle(normaliseHandle(handle, 'US'), 'US')).toBe(normaliseHandle(handle, 'US'));
    }
  });

  it('get no country code without a region', () => {
    expect(normaliseHandle('(202) 555-0143')).toBe('2025550143');
    expect(needsRegion('(202) 555-0143')).toBe(true);
    expect(needsRegion('262966')).toBe(false);
    expect(needsRegion('+12025550143')).toBe(false);
  });
});
