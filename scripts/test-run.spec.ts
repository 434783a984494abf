import { runFor } from './test-run.mjs';

describe('`npm test`', () => {
  it.each([
    [[]],
    [['--json', '--outputFile=/tmp/report.json']],
    [['--maxWorkers', '1', '--ci', '--randomize', '--verbose']],
    [['-i', '-w', '50%']],
  ])('runs the tests of every day with %j', (args) => {
    expect(runFor(args)).toEqual({ run: 'quick', args });
  });

  it.each([
    [['--selectProjects', 'unit']],
    [['--ignoreProjects=e2e']],
    [['test/medium/backup.spec.ts']],
    [['-t', 'a part of a title']],
    [['--testPathPatterns=backup']],
    [['--runTestsByPath', 'test/e2e/crash.spec.ts']],
    [['-o']],
    [['--json', '--onlyFailures']],
  ])('searches all tests for the named ones with %j', (args) => {
    expect(runFor(args)).toEqual({ run: 'all', args });
  });

  it.each(['all', 'rest', 'night'])('has a command of its own for %s', (run) => {
    expect(runFor([run, '--json'])).toEqual({ run, args: ['--json'] });
  });
});
