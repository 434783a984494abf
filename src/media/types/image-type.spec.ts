import { imageTypeOf } from './image-type.js';

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

describe('imageTypeOf', () => {
  it.each([
    ['image/png', '\x89PNG\r\n\x1a\n\0\0'],
    ['image/jpeg', '\xff\xd8\xff\xe0\0\x10JFIF'],
    ['image/gif', 'GIF89a\x01\0'],
    ['image/webp', 'RIFF\x24\n\r\0WEBPVP8 '],
    [undefined, '<svg xmlns="http://www.w3.org/2000/svg">'],
    [undefined, 'RIFF\x24\0\0\0WAVEfmt '],
    [undefined, '\x89PN'],
    [undefined, ''],
  ])('is %s by its first bytes', (type, text) => {
    expect(imageTypeOf(bytes(text))).toBe(type);
  });
});
