import { roundsThatRepeat, roundsWithoutPause } from './loop-rounds.js';

const PAUSE_MS = 1_500;

/** A person who is answered after `answerMs` and waits `pausesMs[i]` before they write; the latest pause is the last. */
function talk(pausesMs: readonly number[], { characters = 10, answerMs = 1_000 } = {}): number {
  let at = 0;
  const said = [0, ...pausesMs].map((pauseMs, index) => {
    at += index === 0 ? 0 : answerMs + pauseMs;
    return { receivedAt: at, answeredAt: at + answerMs, text: 'x'.repeat(characters), answer: 'y' };
  });
  const [last, ...past] = said.toReversed();
  return roundsWithoutPause(last!, past, PAUSE_MS);
}

describe('roundsWithoutPause', () => {
  it('counts answers that follow at once, whatever the pause setting', () => {
    expect(talk(Array<number>(40).fill(40))).toBe(40);
  });

  it('allows a person more time for a long text than for a short one', () => {
    expect(talk([3_000, 3_000, 3_000], { characters: 200 })).toBe(3);
    expect(talk([3_000, 3_000, 3_000], { characters: 15 })).toBe(0);
  });

  it('starts again at zero after a human pause', () => {
    expect(talk([40, 40, 40, 60_000, 40, 40])).toBe(2);
  });

  it('ignores messages that were written before the answer arrived', () => {
    expect(talk([-500, -500, -500, -500])).toBe(0);
    expect(talk([40, -500, 40], { answerMs: 2_000 })).toBe(2);
  });

  it('counts no round for a person who types fast for an hour', () => {
    const brisk = Array.from({ length: 500 }, (_, index) => 1_700 + (index % 7) * 300);
    expect(talk(brisk, { characters: 2 })).toBe(0);
  });
});

describe('roundsThatRepeat', () => {
  /** Messages an hour apart, each with the answer that it got a second later; the last one has none yet. */
  const count = (...said: readonly (readonly [text: string, answer?: string])[]) => {
    const rounds = said.map(([text, answer = ''], hour) => {
      const receivedAt = hour * 3_600_000;
      return { receivedAt, answeredAt: receivedAt + 1_000, text, answer };
    });
    const [last, ...past] = rounds.toReversed();
    return roundsThatRepeat(last!, past);
  };

  it('counts answers that come back, in the form that the service gave them', () => {
    expect(count(['hi', `it's **1**`], ['\u201cit\u2019s 1', '2'], ['[Ida] 2', '3'], ['3'])).toBe(3);
  });

  it('counts messages that are said again, whatever the answers', () => {
    expect(count(['Away.', 'a'], ['Away.', 'b'], ['away', 'c'], ['away', 'd'], ['away'])).toBe(2);
  });

  it('counts no round of a person who says something else, even if the answer is always the same', () => {
    expect(count(['milk', 'Noted.'], ['bread', 'Noted.'], ['tea', 'Noted.'], ['rice'])).toBe(0);
    expect(count(['ok', 'ok'], ['ok', 'ok'], ['Stop it'])).toBe(0);
  });

  it('ignores what was written before the answer arrived, and messages without words', () => {
    const round = { receivedAt: 0, answeredAt: 10, text: 'same', answer: '' };
    expect(roundsThatRepeat({ receivedAt: 5, text: 'same' }, [round])).toBe(0);
    expect(roundsThatRepeat({ receivedAt: 20, text: '' }, [{ ...round, text: '' }])).toBe(0);
  });
});
