import { extensionOf, fileTypeOf } from './file-type.js';

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

describe('fileTypeOf', () => {
  it.each([
    ['audio/mpeg', 'ID3\x04\0\0', 'mp3'],
    ['audio/mpeg', '\xff\xfb\x90\0', 'mp3'],
    ['audio/x-caf', 'caff\0\x01\0\0', 'caf'],
    ['audio/mp4', '\0\0\0\x20ftypM4A ', 'm4a'],
    ['video/mp4', '\0\0\0\x20ftypisom', 'mp4'],
    ['image/heic', '\0\0\0\x20ftypheic', 'heic'],
    ['audio/opus', `${'OggS'.padEnd(28, '\0')}OpusHead`, 'opus'],
    ['audio/ogg', `${'OggS'.padEnd(28, '\0')}\x01vorbis`, 'ogg'],
    ['audio/wav', 'RIFF\x24\0\0\0WAVEfmt ', 'wav'],
    ['image/webp', 'RIFF\x24\0\0\0WEBPVP8 ', 'webp'],
    ['image/jpeg', '\xff\xd8\xff\xe0', 'jpg'],
    ['application/pdf', '%PDF-1.7', 'pdf'],
    ['application/octet-stream', 'hello', 'bin'],
    ['application/octet-stream', '', 'bin'],
    ['application/octet-stream', '\0\0\0', 'bin'],
  ])('is %s by its first bytes', (type, text, extension) => {
    expect(fileTypeOf(bytes(text))).toBe(type);
    expect(extensionOf(type)).toBe(extension);
  });
});
