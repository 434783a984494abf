import fc from 'fast-check';
import { Continuation } from './continuation.js';

const run = (said: string, ...pieces: string[]): string => {
  const sut = new Continuation(said);
  return pieces.map((piece) => sut.push(piece)).join('');
};

describe('Continuation', () => {
  it('lets everything through where nothing was sent before', () => {
    expect(run('', 'one ', 'two')).toBe('one two');
  });

  it('treats a text with another beginning as the rest', () => {
    expect(run('Once upon\n\n', 'a ti', 'me')).toBe('a time');
  });

  it('holds repeated text back', () => {
    expect(run('Once upon\n\n', 'Once ', 'upon\n', '\na time')).toBe('\n\na time');
    expect(run('Once upon\n\n', 'Once', ' upon')).toBe('');
  });

  it('loses no word of a model that only seemed to repeat itself', () => {
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
    ])('says nothing twice: of %j again %j', (said, ...pieces) => {
      expect(end(said, ...pieces)).toBe('');
    });

    it.each([
      ['2 + 2 makes\n\n', '2'],
      ['No idea.\n\nIs it raining?\n\n', 'No'],
      ['3.14 is pi\n\n', '3.'],
    ])('loses no answer that looks like a beginning: behind %j comes %j', (said, piece) => {
      expect(end(said, piece)).toBe(piece);
    });

    it('has nothing left after the text was let through', () => {
      expect(end('Once upon', 'Once ', 'more')).toBe('Once more');
      expect(end('Once upon', 'Once upon', ' a time')).toBe(' a time');
    });
  });

  it('never repeats an identical answer', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(20), (said, more, at) => {
        const whole = said + more;
        const squeeze = (text: string) => text.replace(/\s+/gu, '');
        expect(squeeze(run(said, whole.slice(0, at), whole.slice(at)))).toBe(squeeze(more));
      }),
    );
  });
});
