import fc from 'fast-check';
import { Continuation } from './continuation.js';

const run = (said: string, ...pieces: string[]): string => {
  const sut = new Continuation(said);
  return pieces.map((piece) => sut.push(piece)).join('');
};

describe('Continuation', () => {
  it('lets everything through where nothing was said', () => {
    expect(run('', 'one ', 'two')).toBe('one two');
  });

  it('takes what differs from the beginning for the rest', () => {
    expect(run('Once upon\n\n', 'a ti', 'me')).toBe('a time');
  });

  it('holds back what is said again', () => {
    expect(run('Once upon\n\n', 'Once ', 'upon\n', '\na time')).toBe('\n\na time');
    expect(run('Once upon\n\n', 'Once', ' upon')).toBe('');
  });

  it('loses no word of a model that only seemed to repeat itself', () => {
    expect(run('Once upon', 'Once ', 'more')).toBe('Once more');
  });

  it('never repeats what an identical answer had said', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(20), (said, more, at) => {
        const whole = said + more;
        const squeeze = (text: string) => text.replace(/\s+/gu, '');
        expect(squeeze(run(said, whole.slice(0, at), whole.slice(at)))).toBe(squeeze(more));
      }),
    );
  });
});
