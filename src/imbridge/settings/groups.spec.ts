import type { ConversationId, ConversationRef } from '../../channels/index.js';
import { groupSettingsOf, toolsKeyOf } from './groups.js';

const group = (id: string): ConversationRef => ({ id: id as ConversationId, kind: 'group' });
const CREW = group('+;chat284650917342108655');
const OTHER = group('+;chat1');

describe('groupSettingsOf', () => {
  it('requires a mention by default', () => {
    expect(groupSettingsOf({})(CREW)).toEqual({ isExcluded: false, requireMention: true });
  });

  it.each([
    'iMessage;+;chat284650917342108655',
    'any;+;CHAT284650917342108655',
    'iMessage;-;chat284650917342108655',
    'chat284650917342108655',
  ])('finds a group by %s', (key) => {
    const sut = groupSettingsOf({ [key]: { requireMention: false } });
    expect(sut(CREW).requireMention).toBe(false);
    expect(sut(OTHER).requireMention).toBe(true);
  });

  it("reads a group's own senders and instructions, and a group switched off", () => {
    const own = { enabled: false, users: ['+12025550143'], systemPrompt: 'Be brief.' };
    expect(groupSettingsOf({ '*': { systemPrompt: 'x' }, 'iMessage;+;chat1': own })(OTHER)).toEqual({
      isExcluded: false,
      isOff: true,
      requireMention: true,
      allowFrom: { anyone: false, keys: new Set(['sender:+12025550143']) },
      systemPrompt: 'Be brief.',
    });
  });

  it('takes from * what the group leaves open', () => {
    const all = { requireMention: false, tools: { deny: ['message'] } };
    const own = { requireMention: true };
    const sut = groupSettingsOf({ '*': all, 'iMessage;+;chat1': own });
    expect(sut(CREW)).toEqual({ isExcluded: false, ...all });
    expect(sut(OTHER)).toEqual({ isExcluded: false, ...all, ...own });
  });

  it('writes senders in the form of inbound messages', () => {
    const toolsBySender = {
      ' imessage:+1 (202) 555-0143': { allow: ['*'] },
      '2025550178': { deny: ['message.edit'] },
      'Ann@Example.org': {},
      '*': { deny: ['*'] },
      'chat_id:7': { allow: ['*'] },
    };
    expect(groupSettingsOf({ '*': { toolsBySender } }, 'US')(CREW).toolsBySender).toEqual({
      'sender:+12025550143': { allow: ['*'] },
      'sender:+12025550178': { deny: ['message.edit'] },
      'sender:ann@example.org': {},
      '*': { deny: ['*'] },
    });
  });
});

it.each(['chat_id:7', '', '2025550178', 'iMessage;+;chat1'])('toolsKeyOf: %j names no sender', (key) => {
  expect(toolsKeyOf(key)).toBeUndefined();
});
