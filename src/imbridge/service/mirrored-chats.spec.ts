import type { ConversationId } from '../../channels/index.js';
import { MirroredChats } from './mirrored-chats.js';
import { type BridgeMessage, readMessage } from './messages/message.js';

const CHAT = { service: 'iMessage', separator: '-', identifier: '+12025550100' } as const;
const AT = Date.UTC(2026, 0, 1);
const row = (guid: string, text: string): BridgeMessage => readMessage({ guid, text })!;

describe('a direct chat', () => {
  let sut: MirroredChats;
  beforeEach(() => (sut = new MirroredChats()));
  const note = (guid: string, text: string, isOurs: boolean, at = AT) =>
    sut.noteRow(row(guid, text), CHAT, { isOurs, at });

  it('is mirrored once the same words come from both sides within a minute, in either order', () => {
    note('A', "it's", true);
    expect(sut.has(CHAT)).toBe(false);
    note('B', 'it\u2019s', false, AT + 60_000);
    expect(sut.has({ ...CHAT, service: 'any' })).toBe(true);
    sut.forget();
    note('C', 'ok', false);
    note('D', 'ok', true, AT + 8_000);
    expect(sut.has(CHAT)).toBe(true);
  });

  it('is mirrored by the copy of a send whose row has not come yet', () => {
    sut.noteSend('-;+12025550100' as ConversationId, 'hello', AT);
    note('A', 'hello', false);
    expect(sut.has(CHAT)).toBe(true);
  });

  it('is not mirrored by other words, a later repeat, one side alone, or one row that comes twice', () => {
    note('A', 'hello', true);
    note('A', 'hello', false);
    note('B', 'hallo', false);
    note('C', 'hello', false, AT + 61_000);
    expect(sut.has(CHAT)).toBe(false);
    expect(sut.has({ ...CHAT, identifier: '+12025550143' })).toBe(false);
  });
});
