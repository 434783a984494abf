import { KeptLines } from './kept-lines.js';

const line = (n: number, more = '') => `{"level":30,"time":"2026-11-25T20:36:20.000Z","msg":"${n}${more}"}\n`;

function written(most: number, lines: number, more = ''): KeptLines {
  const sut = new KeptLines(most);
  for (let n = 1; n <= lines; n++) sut.add(line(n, more));
  return sut;
}

const textsOf = (sut: KeptLines) => {
  const numbers = Array.from({ length: sut.end - sut.begin }, (_, n) => sut.begin + n);
  return numbers.map((n) => (JSON.parse(sut.at(n)!.toString()) as { msg: string }).msg);
};

describe('the kept lines', () => {
  it('are the last ones, each under its number', () => {
    const sut = written(1_000, 5_000);
    expect([sut.begin, sut.end]).toEqual([4_001, 5_001]);
    expect(textsOf(sut)).toEqual(Array.from({ length: 1_000 }, (_, n) => String(4_001 + n)));
    expect([sut.at(4_000), sut.at(5_001)]).toEqual([undefined, undefined]);
  });

  it('take less than 10 MB, however long they are', () => {
    const sut = written(10_000, 6_000, 'x'.repeat(4_000));
    const bytes = Array.from({ length: sut.end - sut.begin }, (_, n) => sut.at(sut.begin + n)!.length);
    const total = bytes.reduce((sum, each) => sum + each, 0);
    expect(total).toBeGreaterThan(8_500_000);
    expect(total).toBeLessThan(10_000_000);
    expect(textsOf(sut).at(-1)).toMatch(/^6000x/);
  });

  it('keep their characters in any script', () => {
    const sut = written(10, 3_000, ' Grüße 猫 🐈');
    expect(textsOf(sut).at(-1)).toBe('3000 Grüße 猫 🐈');
  });

  it('have only the length of a line that is longer than a piece of memory', () => {
    const sut = written(10, 1);
    sut.add(line(2, 'x'.repeat(100_000)));
    sut.add(line(3));
    expect(textsOf(sut)).toEqual(['1', expect.stringMatching(/^a line of 100\d+ characters/), '3']);
    expect(sut.at(2)!.toString()).toMatch(/^\{"level":30,"time":"2026/);
  });

  it('are none with 0, and can be fewer or more later', () => {
    const sut = written(0, 10);
    expect([sut.begin, sut.end]).toEqual([1, 1]);
    sut.limitTo(5);
    for (let n = 1; n <= 3_000; n++) sut.add(line(n));
    expect(textsOf(sut)).toEqual(['2996', '2997', '2998', '2999', '3000']);
    sut.limitTo(2);
    expect(textsOf(sut)).toEqual(['2999', '3000']);
    sut.limitTo(0);
    expect(sut.begin).toBe(sut.end);
  });

  it('have no occurrence left of a name that is forgotten, and their lengths', () => {
    const sut = written(10, 3, ' ann@example.org to ben@example.org, ann@example.org');
    sut.forgetPeople(['ann@example.org']);
    const masked = `${'*'.repeat(15)} to ben@example.org, ${'*'.repeat(15)}`;
    expect(textsOf(sut)).toEqual([1, 2, 3].map((n) => `${n} ${masked}`));
  });

  it('reach a follower until it stops', () => {
    const sut = written(10, 0);
    let told = 0;
    const stop = sut.follow(() => told++);
    sut.add(line(1));
    stop();
    sut.add(line(2));
    expect(told).toBe(1);
  });
});
