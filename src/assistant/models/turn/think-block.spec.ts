import { ThinkBlock } from './think-block.js';

function shown(...pieces: string[]): string {
  const sut = new ThinkBlock();
  return pieces.map((piece) => sut.push(piece)).join('') + sut.end();
}

describe('ThinkBlock', () => {
  it.each([
    ['<think>secret</think>hello', 'hello'],
    ['\n<think>\nse < cret </thin k>\n</think>\n\nhello <b>', 'hello <b>'],
    ['<think></think>hello', 'hello'],
    ['<think>secret</think>a <think>b</think>', 'a <think>b</think>'],
    ['<think>secret', ''],
    ['<think>secret</think>', ''],
    ['<thi', '<thi'],
    ['<thing>', '<thing>'],
    ['I <think>so</think>', 'I <think>so</think>'],
    ['  hello', '  hello'],
    ['', ''],
  ])('of %j shows %j wherever it is cut', (text, expected) => {
    for (let one = 0; one <= text.length; one++)
      for (let two = one; two <= text.length; two++)
        expect(shown(text.slice(0, one), text.slice(one, two), text.slice(two))).toBe(expected);
    expect(shown(...text.split(/(?=.)/su))).toBe(expected);
  });

  it('holds nothing back that can be no block', () => {
    const sut = new ThinkBlock();
    expect([sut.push('Hel'), sut.push('lo'), sut.push('<')]).toEqual(['Hel', 'lo', '<']);
  });
});
