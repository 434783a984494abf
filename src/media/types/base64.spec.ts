import { decodeBase64 } from './base64.js';

const CODE = Buffer.from('hello?>').toString('base64');

describe('decodeBase64', () => {
  it.each([
    CODE,
    Buffer.from('hello?>').toString('base64url'),
    `data:text/plain;charset=utf-8;base64,${CODE}`,
    `${CODE.slice(0, 4)}\r\n${CODE.slice(4)}\n`,
  ])('reads %j', (text) => {
    const decoded = decodeBase64(text, 7);
    expect(decoded.kind === 'bytes' && Buffer.from(decoded.bytes).toString()).toBe('hello?>');
  });

  it.each([
    '/home/me/a.png',
    'https://x.example/a.png',
    'aGVsbG8=tail',
    'a',
    'aaaa===',
    'not base64 at all',
    'AB+/-_==',
    'filename'.slice(0, 7),
  ])('refuses %j', (text) => {
    expect(decodeBase64(text, 100).kind).toBe('not-base64');
  });

  it('counts bytes, not characters', () => {
    expect(decodeBase64(CODE, 7).kind).toBe('bytes');
    expect(decodeBase64(CODE, 6).kind).toBe('too-large');
    expect(decodeBase64('data:image/png;base64,', 6).kind).toBe('empty');
  });
});
