import type { Check, Finding } from './check.js';
import { isMeant, repairAll, type RepairOutcome, runChecks } from './run-checks.js';

const check = (id: string, run: Check['run']): Check => ({ id, run });
const OK: Finding = { state: 'ok', message: 'well' };

describe('checks', () => {
  it('are run at once, and each finding carries the id of its check', async () => {
    const begun: string[] = [];
    const both = Promise.withResolvers<undefined>();
    const waiting = (id: string) =>
      check(id, async () => {
        if (begun.push(id) === 2) both.resolve(undefined);
        await both.promise;
        return [OK, { ...OK, message: 'a second subject' }];
      });
    const results = await runChecks([waiting('disk'), waiting('clock')]);
    expect(results.map(({ id, message }) => [id, message])).toEqual([
      ['disk', 'well'],
      ['disk', 'a second subject'],
      ['clock', 'well'],
      ['clock', 'a second subject'],
    ]);
  });

  it.each([
    [
      'crashes at once',
      () => {
        throw new Error('boom');
      },
      'the check itself failed: boom',
    ],
    ['crashes later', async () => Promise.reject(new Error('boom')), 'the check itself failed: boom'],
    ['hangs', () => new Promise<never>(() => undefined), 'no result within 0.02 s'],
  ] as const)('that %s is unknown, and stops no other', async (_, run, message) => {
    const results = await runChecks([check('bad', run), check('good', async () => [OK])], 20);
    expect(results).toEqual([
      { id: 'bad', state: 'unknown', message, remedy: expect.any(String) },
      { id: 'good', ...OK },
    ]);
  });

  it('are aborted when their time is over', async () => {
    let isStopped = false;
    const hanging = check('slow', (signal) => {
      signal.addEventListener('abort', () => (isStopped = true));
      return new Promise(() => undefined);
    });
    await runChecks([hanging], 10);
    expect(isStopped).toBe(true);
  });

  it.each([
    ['imbridge', true],
    ['imbridge.webhook', true],
    ['imb', false],
    ['webhook', false],
  ])('imbridge.webhook is meant by %s: %s', (name, expected) => {
    expect(isMeant({ id: 'imbridge.webhook' }, name)).toBe(expected);
  });
});

describe('repairs', () => {
  it('are made one by one, and one that fails stops no other', async () => {
    const fails = { change: 'fail', apply: async () => Promise.reject(new Error('EPERM')) };
    const works = { change: 'work', apply: async () => undefined };
    const broken: Finding = { state: 'failed', message: 'broken', repair: fails };
    const outcomes: RepairOutcome[] = [];
    const checks = [check('modes', async () => [broken, { ...broken, repair: works }, OK])];
    await repairAll(checks, (outcome) => outcomes.push(outcome));
    expect(outcomes).toEqual([
      { id: 'modes', change: 'fail', problem: 'EPERM' },
      { id: 'modes', change: 'work', problem: undefined },
    ]);
  });

  it('that hang are aborted, and the others complete', async () => {
    const hangs = { change: 'hang', apply: () => new Promise<never>(() => undefined) };
    const works = { change: 'work', apply: async () => undefined };
    const broken: Finding = { state: 'failed', message: 'broken' };
    const outcomes: RepairOutcome[] = [];
    const found = [
      { ...broken, repair: hangs },
      { ...broken, repair: works },
    ];
    await repairAll([check('webhook', async () => found)], (outcome) => outcomes.push(outcome), 20);
    expect(outcomes.map(({ problem }) => problem)).toEqual(['not done within 0.02 s', undefined]);
  });
});
