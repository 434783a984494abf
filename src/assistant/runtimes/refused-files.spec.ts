import { HistoryLine } from '../prompt/history-line.js';
import { turnInput } from '../testing/turns.js';
import { RefusedFiles } from './refused-files.js';

describe('RefusedFiles', () => {
  it('keeps the same objects for messages without images, so what is cached with them stays', () => {
    const sut = new RefusedFiles();
    const input = turnInput('and this?', { type: 'openai-compatible' });
    const plain = new HistoryLine({ ...input.message, text: 'what is it?' });
    expect(sut.showable({ ...input, history: [plain] })).toEqual({ ...input, history: [plain] });

    const image = { name: 'a.png', mimeType: 'image/png', bytes: 1, data: new Uint8Array([1]) };
    const withImage = { ...input, history: [plain], message: { ...input.message, attachments: [image] } };
    sut.refused(withImage);
    const shown = sut.showable(withImage);
    expect(shown.message.attachments).toEqual([
      { name: 'a.png', mimeType: 'image/png', bytes: 1, isRefused: true },
    ]);
    for (const { history } of [shown, sut.without(withImage)!]) expect(history[0]).toBe(plain);
  });
});
