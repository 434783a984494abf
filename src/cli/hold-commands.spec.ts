import { cliWorld } from '../../test/support/cli-world.js';

const SINCE = new Date(Date.now() - 3_600_000 - 60_000).toISOString();
const hold = { since: SINCE, until: null, by: 'token:ops', note: null };
const EVENT = 'evt_01j9zq4c5x8r2m6t0w3y7v1b4d';

const { gateway, shell } = cliWorld();

describe('gatehouse conversations hold', () => {
  it('says that the assistant keeps silent, and how to end it', async () => {
    gateway.answers.set('PUT /conversations/cnv_1/hold', [200, hold]);
    const { code, stdout } = await shell.run('conversations', 'hold', 'cnv_1', '--note', 'refund');
    expect([code, stdout]).toEqual([
      0,
      'cnv_1 is held: the assistant stays silent there. `gatehouse conversations release cnv_1` ends the hold.\n',
    ]);
    expect(gateway.asked.at(-1)?.body).toEqual({ until: null, note: 'refund' });
  });

  it('sends the end of a duration, and rejects an invalid one', async () => {
    const until = new Date(Date.now() + 7_200_000 + 30_000).toISOString();
    gateway.answers.set('PUT /conversations/cnv_1/hold', [200, { ...hold, until }]);
    const { stdout } = await shell.run('conversations', 'hold', 'cnv_1', '--for', '2h');
    expect(stdout).toContain('it ends automatically in 2 h');
    const sent = gateway.asked.at(-1)?.body as { until: string };
    expect(Math.abs(Date.parse(sent.until) - Date.now() - 7_200_000)).toBeLessThan(60_000);
    expect(await shell.run('conversations', 'hold', 'cnv_1', '--for', 'soon')).toMatchObject({ code: 2 });
  });
});

describe('gatehouse conversations release', () => {
  it.each([
    [
      [],
      'false',
      { hold, answers: null },
      'cnv_1 is handed back after 1 h: the assistant answers the next message.',
    ],
    [
      ['--answer'],
      'true',
      { hold, answers: EVENT },
      `cnv_1 is handed back after 1 h: the assistant answers the last open message (${EVENT}).`,
    ],
    [
      ['--answer'],
      'true',
      { hold, answers: null },
      'cnv_1 is handed back after 1 h: the assistant answers the next message; none was open.',
    ],
    [[], 'false', { hold: null, answers: null }, 'cnv_1 was not held.'],
  ])('with %j says what comes of it', async (options, answer, release, said) => {
    gateway.answers.set(`DELETE /conversations/cnv_1/hold?answer=${answer}`, [200, release]);
    const { code, stdout } = await shell.run('conversations', 'release', 'cnv_1', ...options);
    expect([code, stdout]).toEqual([0, `${said}\n`]);
  });
});
