import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ON_THE_WAY, PARTS, type Run, runOf } from './runs.js';

const ROOT = join(import.meta.dirname, '../..');

/** Each file of a run; a medium one with its databases, on each of which it runs. */
const filesOf = (run: Run): readonly string[] =>
  PARTS[run]
    .flatMap(({ files, databases = [''] }) => {
      const [left, taken] = ['!**/', '<rootDir>/'].map((begin) =>
        files.filter((each) => each.startsWith(begin)).map((each) => each.slice(begin.length)),
      );
      const found = globSync(taken!, { cwd: ROOT, exclude: left! });
      return found.flatMap((file) => databases.map((name) => `${file} ${name}`));
    })
    .sort();

describe('the runs of the tests', () => {
  it('are everything, and nothing twice: `npm test` and the rest', () => {
    expect([...filesOf('quick'), ...filesOf('rest')].sort()).toEqual(filesOf('all'));
    expect(new Set(filesOf('all')).size).toBe(filesOf('all').length);
    expect(filesOf('quick')).toContain('test/medium/turns.spec.ts SQLite');
    expect(filesOf('rest')).toContain('test/medium/turns.spec.ts PostgreSQL');
  });

  it('has by night the long forms of tests of every day', () => {
    const all = filesOf('all');
    const long = filesOf('night');
    expect(long.filter((each) => !all.includes(each))).toEqual([]);
    expect(long.map((each) => each.replace(/^.*\/(.*)\.spec\.ts.*$/, '$1'))).toEqual(
      expect.arrayContaining(['crash', 'workchat-crash', 'replicas', 'model-chaos', 'people']),
    );
    expect(long).toContainEqual(expect.stringContaining('referee.spec.ts'));
  });

  it('need no PostgreSQL for `npm test`', () => {
    const needs = ON_THE_WAY.filter((name) => {
      const code = readFileSync(join(ROOT, `test/medium/${name}.spec.ts`), 'utf8');
      return !code.includes('describe.each(DATABASES)') || /DATABASES[.[]|borrowDatabase/.test(code);
    });
    expect(needs).toEqual([]);
  });

  it('are chosen by GATEHOUSE_TEST_RUN, which is `all` where Jest is started directly', () => {
    expect(runOf({})).toBe('all');
    expect(runOf({ GATEHOUSE_TEST_RUN: 'quick' })).toBe('quick');
    expect(() => runOf({ GATEHOUSE_TEST_RUN: 'quik' })).toThrow(
      'GATEHOUSE_TEST_RUN must be one of all, quick, rest, night; it is quik',
    );
  });
});
