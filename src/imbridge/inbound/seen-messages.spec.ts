import type { RemoteMessageId } from '../../channels/index.js';
import type { BridgeMessage } from '../service/messages/message.js';
import { SeenMessages } from './seen-messages.js';

const FILE = {} as BridgeMessage['attachments'][number];
const rowOf = (more: Partial<BridgeMessage> = {}) =>
  ({
    guid: 'm1' as RemoteMessageId,
    text: '',
    isUnsent: false,
    editedAt: 1,
    attachments: [FILE],
    ...more,
  }) as unknown as BridgeMessage;

describe('a message that was forwarded', () => {
  it.each<[string, Partial<BridgeMessage>, boolean]>([
    ['repeated', {}, false],
    ['repeated with a receipt', { editedAt: 2 }, false],
    ['edited', { editedAt: 2, text: 'b' }, true],
    ['unsent without any text', { editedAt: 2, isUnsent: true }, true],
    ['another one with the same content', { guid: 'm2' as RemoteMessageId }, true],
    ['edited to a text of the same length', { guid: 'm3' as RemoteMessageId, editedAt: 2, text: 'ba' }, true],
    ['complete by now', { attachments: [FILE, FILE] }, true],
  ])('and is %s', (_, more, isNews) => {
    const sut = new SeenMessages();
    sut.remember(rowOf());
    sut.remember(rowOf({ guid: 'm3' as RemoteMessageId, text: 'ab' }));
    expect(sut.isNews(rowOf(more))).toBe(isNews);
  });
});
