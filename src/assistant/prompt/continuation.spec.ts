import fc from 'fast-check';
import { Continuation } from './continuation.js';

const run = (said: string, ...pieces: string[]): string => {
  const sut = new Continuation(said);
  return pieces.map((piece) => sut.push(piece)).join('');
};

describe('Continuation', () => {
  it('passes everything on when nothing was sent before', () => {
    expect(run('', 'one ', 'two')).toBe('one two');
  });

  it('passes on a text with another beginning', () => {
    expect(run('Once upon\n\n', 'a ti', 'me')).toBe('a time');
  });

  it('holds repeated text back', () => {
    expect(run('Once upon\n\n', 'Once ', 'upon\n', '\na time')).toBe('\n\na time');
    expect(run('Once upon\n\n', 'Once', ' upon')).toBe('');
  });

  it('passes on text that only began like a repetition', () => {
    expect(run('Once upon', 'Once ', 'more')).toBe('Once more');
  });

  describe('at the end of an answer', () => {
    const end = (said: string, ...pieces: string[]): string => {
      const sut = new Continuation(said);
      const out = pieces.map((piece) => sut.push(piece)).join('');
      return out + sut.end();
    };

    it.each([
      ['Once upon a time.\n\nThere was', 'Once upon', ' a time.'],
      ['Once upon a time. There was', 'Once upon a time.\n'],
      ['“Go!” she said', '“Go!”'],
      ['One\nTwo', 'One'],
      ['好的。我会', '好的。'],
      ['One', ''],
      ['One', 'On', 'e'],
    ])('drops a repetition: of %j again %j', (said, ...pieces) => {
      expect(end(said, ...pieces)).toBe('');
    });

    it.each([
      ['2 + 2 makes\n\n', '2'],
      ['No idea.\n\nIs it raining?\n\n', 'No'],
      ['3.14 is pi\n\n', '3.'],
    ])('keeps a new answer that looks like a repetition: after %j comes %j', (said, piece) => {
      expect(end(said, piece)).toBe(piece);
    });

    it('holds nothing back after text was passed on', () => {
      expect(end('Once upon', 'Once ', 'more')).toBe('Once more');
      expect(end('Once upon', 'Once upon', ' a time')).toBe(' a time');
    });
  });

  it('passes on only the new part of an answer that repeats all that was sent', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(20), (said, more, at) => {
        const whole = said + more;
        const squeeze = (text: string) => text.replace(/\s+/gu, '');
        expect(squeeze(run(said, whole.slice(0, at), whole.slice(at)))).toBe(squeeze(more));
      }),
    );
  });
});
