import { tableFor } from './table.js';

describe('a table', () => {
  it('aligns columns without trailing spaces', () => {
    expect(tableFor()(['A', 'NAME'], [['long', 'x'], ['b']])).toBe('A     NAME\nlong  x\nb');
  });

  it('is as wide as its texts when there is no terminal', () => {
    const words = 'word '.repeat(50).trim();
    expect(tableFor()(['A', 'WORDS'], [['b', words]])).toBe(`A  WORDS\nb  ${words}`);
  });

  it('leaves out empty columns and wraps texts when it would be too wide', () => {
    const rows = [['dlv_0123456789', '', 'the bridge refused it: no such chat']];
    expect(tableFor(36)(['ID', 'NAME', 'PROBLEM'], rows).split('\n')).toEqual([
      'ID              PROBLEM',
      'dlv_0123456789  the bridge refused',
      '                it: no such chat',
    ]);
  });

  it('becomes a list of values when the columns do not fit', () => {
    const rows = [
      ['dlv_0123456789', 'iMessage;-;+12025550143', '', 'no such chat, says the bridge'],
      ['dlv_1', 'b', 'c', ''],
    ];
    expect(tableFor(30)(['ID', 'CHAT', 'NAME', 'PROBLEM'], rows).split('\n')).toEqual([
      'ID       dlv_0123456789',
      'CHAT     iMessage;-;+12025550143',
      'PROBLEM  no such chat, says',
      '         the bridge',
      '',
      'ID       dlv_1',
      'CHAT     b',
      'NAME     c',
    ]);
  });
});
