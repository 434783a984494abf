import { timeLimit } from '../../../simulators/common/time-limit.js';
import { endingOf, safeFileName } from './file-name.js';

describe('safeFileName', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['/etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['a\r\nx-header: 1\r\n\r\nb.txt', 'ax-header_ 1b.txt'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['.bashrc', 'bashrc'],
    ['Grüße 👩‍👩‍👧.png', 'Grüße 👩‍👩‍👧.png'],
    ['what?.txt', 'what_.txt'],
    ['x\ud800y.txt', 'xy.txt'],
  ])('turns %j into %j', (name, safe) => {
    expect(safeFileName(name)).toBe(safe);
  });

  it.each(['', '..', '/', ' . ', '\0\n', 'a/'])('finds no name in %j', (name) => {
    expect(safeFileName(name)).toBeUndefined();
  });

  it('shortens before the ending, without dividing a character', () => {
    const name = safeFileName(`${'ü'.repeat(300)}.tar.gz`)!;
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
    expect(name).toMatch(/^ü+\.gz$/);
  });

  it('takes time in proportion to a name of dots and spaces', () => {
    const started = performance.now();
    expect(safeFileName(`${' .'.repeat(50_000)}a${' .'.repeat(50_000)}b.pdf . `)).toMatch(/^a [ .]*\.pdf$/);
    expect(performance.now() - started).toBeLessThan(timeLimit(1_000));
  });
});

describe('endingOf', () => {
  it.each([
    ['a.MP3', 'mp3'],
    ['a', ''],
    ['.mp3', ''],
    ['a.b.caf', 'caf'],
  ])('of %s is %j', (name, ending) => {
    expect(endingOf(name)).toBe(ending);
  });
});
