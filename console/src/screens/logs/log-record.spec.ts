import { isLine, type Line, LogRecord } from './log-record.js';

const MOST = 500;
const lineOf = (n: number, process = 'a') =>
  ({
    id: `${process}.${n}`,
    time: `2026-11-28T10:00:${String(Math.floor(n / 10)).padStart(2, '0')}Z`,
  }) as Line;
/** From the newest on, as a page has them. */
const page = (newest: number, oldest: number, process?: string) =>
  Array.from({ length: newest - oldest + 1 }, (_, at) => lineOf(newest - at, process));
const shown = ({ entries }: LogRecord) => entries.map((each) => (isLine(each) ? each.id : each.missing));

const NOT_READ = expect.stringContaining('was not reading');
const OTHER_PROCESS = expect.stringContaining('from another process');

describe('the lines of the log that are shown', () => {
  it('are each there once, newest first, also of the same moment', () => {
    const sut = new LogRecord();
    sut.addPage(page(3, 2), false);
    sut.addNew([lineOf(4), lineOf(3), lineOf(5)]);
    sut.addPage(page(5, 1), true);
    expect(shown(sut)).toEqual(['a.5', 'a.4', 'a.3', 'a.2', 'a.1']);
  });

  it('are the newest of many', () => {
    const sut = new LogRecord();
    sut.addPage(page(MOST, 1), true);
    sut.addNew([lineOf(MOST + 1)]);
    const { entries } = sut;
    expect([entries.length, entries[0]?.id, entries.at(-1)?.id]).toEqual([MOST, `a.${MOST + 1}`, 'a.2']);
  });

  it.each([
    ['a page that follows on nothing', page(29, 28), false, ['a.29', 'a.28', NOT_READ, 'a.2', 'a.1']],
    ['a page with one of the lines', page(3, 2), false, ['a.3', 'a.2', 'a.1']],
    ['a page with all there are', page(9, 8), true, ['a.9', 'a.8', 'a.2', 'a.1']],
    ['one of another process', page(29, 28, 'b'), false, ['b.29', 'b.28', OTHER_PROCESS, 'a.2', 'a.1']],
  ])('say where some are missing: %s', (_, later, isAll, expected) => {
    const sut = new LogRecord();
    sut.addPage(page(2, 1), false);
    sut.addPage(later, isAll);
    expect(shown(sut)).toEqual(expected);
  });

  it('say how many the stream has left out, unless a page has brought them', () => {
    const sut = new LogRecord();
    sut.addPage(page(1, 1), true);
    sut.addNew([{ lines: 2 }, { lines: 3 }, lineOf(12), lineOf(13), { lines: 4 }, lineOf(25)]);
    expect(shown(sut)).toEqual([
      'a.25',
      '4 lines here are no longer kept.',
      'a.13',
      'a.12',
      '5 lines here are no longer kept.',
      'a.1',
    ]);
    sut.addNew([{ lines: 7 }, lineOf(25)]);
    expect(shown(sut)).toHaveLength(6);
  });
});
