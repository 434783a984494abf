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

  it('is mirrored once words of ours come back, with the date of ours, whatever their typography', () => {
    note('A', "it's", true);
    expect(sut.has(CHAT)).toBe(false);
    note('B', 'it\u2019s', false, AT + 2_000);
    expect(sut.has({ ...CHAT, service: 'any' })).toBe(true);
  });

  it('is mirrored by the copy of a send whose row has not come yet', () => {
    sut.noteSend('-;+12025550100' as ConversationId, 'hello', AT);
    note('A', 'hello', false);
    expect(sut.has(CHAT)).toBe(true);
  });

  it('is mirrored by words that come back within a minute where they are too many to be repeated', () => {
    note('A', `with quotes: "it's" fine`, true);
    note('B', 'with quotes: \u201cit\u2019s\u201d fine', false, AT + 60_000);
    expect(sut.has(CHAT)).toBe(true);
  });

  it('is not mirrored by a person who says in a few words what we have said, or we what they have', () => {
    note('A', 'ok', true);
    note('B', 'ok.', false, AT + 4_000);
    note('C', 'ok', false, AT + 8_000);
    note('D', 'ping', false, AT + 60_000);
    sut.noteSend('-;+12025550100' as ConversationId, 'ping', AT + 60_100);
    note('E', 'ping', true, AT + 60_200);
    expect(sut.has(CHAT)).toBe(false);
  });

  it('is no longer mirrored when nothing has come back for an hour', () => {
    note('A', 'ok', true);
    note('B', 'ok', false);
    note('C', 'later', false, AT + 3_600_000);
    expect(sut.has(CHAT)).toBe(true);
    note('D', 'much later', false, AT + 3_600_001);
    expect(sut.has(CHAT)).toBe(false);
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
