import { fileTypeOf } from '../media/index.js';
import { OutboundFile } from './outbound-file.js';

const file = (text: string, name?: string) =>
  new OutboundFile({ id: 'sha', mimeType: fileTypeOf(Buffer.from(text)), bytes: text.length }, name);

describe('OutboundFile', () => {
  it('is written down by its digest', () => {
    const sut = file('hello', 'a.txt');
    expect(JSON.parse(JSON.stringify({ file: sut }))).toEqual({ file: { sha256: 'sha', name: 'a.txt' } });
  });

  it.each([
    ['%PDF-1.7', 'bill.pdf', false, 'bill.pdf'],
    ['%PDF-1.7', '../bill', false, 'bill'],
    ['%PDF-1.7', undefined, false, 'file.pdf'],
    ['words', '..', false, 'file.bin'],
    ['ID3', undefined, true, 'Audio Message.mp3'],
    ['ID3', 'memo.MP3', true, 'memo.mp3'],
    ['caff', 'memo.mp3', true, 'memo.mp3.caf'],
    ['caff', 'memo', true, 'memo.caf'],
  ])('of %s called %s (voice: %j) goes as %s', (text, name, asVoice, filename) => {
    const { kind, bytes, ...content } = file(text, name).contentOf(asVoice);
    expect(content).toMatchObject({ filename, asVoice, text: '' });
    expect([kind, bytes]).toEqual(['media', text.length]);
  });

  it('can be a voice memo as MP3 or CAF', () => {
    expect(['ID3', 'caff', 'OggS', 'x'].map((text) => file(text).canBeVoice)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
