import { fileTypeOf } from '../../media/index.js';
import { OutboundFile } from './outbound-file.js';

const OGG_OPUS = `${'OggS'.padEnd(28, '\0')}OpusHead`;
const file = (text: string, name?: string) =>
  new OutboundFile({ id: 'sha', mimeType: fileTypeOf(Buffer.from(text)), bytes: text.length }, name);

describe('OutboundFile', () => {
  it('is stored by its digest, without its bytes', () => {
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
    [OGG_OPUS, 'memo.opus', true, 'Audio Message.opus'],
  ])('of %s called %s (voice: %j) is sent as %s', (text, name, asVoice, filename) => {
    const { kind, bytes, ...content } = file(text, name).contentOf(asVoice);
    expect(content).toMatchObject({ filename, asVoice, text: '' });
    expect([kind, bytes]).toEqual(['media', text.length]);
  });

  it('is a voice memo as MP3, CAF or Opus in Ogg, and a plain file otherwise', () => {
    const memos = ['ID3', 'caff', OGG_OPUS, 'OggS', 'x'].map((text) => file(text, 'a.b').contentOf(true));
    expect(memos.map(({ asVoice }) => asVoice)).toEqual([true, true, true, false, false]);
    expect(memos.at(-1)!.filename).toBe('a.b');
  });
});
