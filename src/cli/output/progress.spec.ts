import { jest } from '@jest/globals';
import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { type Progress, progressOn } from './progress.js';

class Sink extends Writable {
  text = '';
  constructor(readonly isTTY: boolean) {
    super();
  }
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

describe('the progress of a command', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const shown = (output: Sink, work: (progress: Progress) => void, isDumb = false): string => {
    const progress = progressOn(output, isDumb);
    work(progress);
    progress.succeed('All done.');
    jest.advanceTimersByTime(60_000);
    return stripVTControlCharacters(output.text);
  };
  const tables = ({ at }: Progress) => {
    at({ name: 'grants', done: 0, total: 4 });
    at({ name: 'users', done: 1, total: 5, line: 'users: 1 row' });
    at({ name: 'jobs', done: 2, total: 4 });
    at({ name: 'jobs', done: 4, total: 4, line: 'jobs: 4 rows' });
    at({ name: 'jobs', done: 4, total: 4, line: 'jobs: 4 rows' });
  };
  const slow = ({ at }: Progress) => {
    at({ name: 'jobs', done: 2, total: 4 });
    jest.advanceTimersByTime(10_000);
  };

  it('is a bar on a terminal', () => {
    const text = shown(new Sink(true), tables);
    expect(text).toContain(`${'█'.repeat(16)}${'░'.repeat(16)} 50 %  jobs`);
    expect(text).toContain(`${'█'.repeat(32)} 100 %  jobs`);
    expect(text).toContain('All done.');
  });

  it('is a line for each part when there is no terminal', () => {
    expect(shown(new Sink(false), tables)).toBe('users: 1 row\njobs: 4 rows\nAll done.\n');
  });

  it('is a line every five seconds during a long part', () => {
    expect(shown(new Sink(false), slow)).toBe('  5 s, 2 of 4: jobs\n  10 s, 2 of 4: jobs\nAll done.\n');
  });

  it('has the seconds of a long part beside the bar', () => {
    expect(shown(new Sink(true), slow)).toContain(' 50 %  jobs, 9 s');
  });

  it('consists of lines on a dumb terminal', () => {
    expect(shown(new Sink(true), slow, true)).toContain('  5 s, 2 of 4: jobs\n');
  });
});
