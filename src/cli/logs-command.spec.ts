import { cliWorld, refusal } from '../../test/support/cli-world.js';

const { gateway, shell } = cliWorld();
const ids = { event_id: null, conversation_id: null, delivery_id: null };
const line = (n: number, more = {}) => ({
  id: `a.${n}`,
  time: '2026-11-25T20:36:20.000Z',
  level: 'info',
  context: 'Turn',
  message: `line ${n}`,
  ...ids,
  fields: {},
  ...more,
});
const pageOf = (items: readonly object[], others: readonly string[] | null = []) => ({
  items,
  next_cursor: null,
  last_id: 'a.9',
  replicas: { covered: ['wkr_1'], others },
});

describe('logs', () => {
  it('prints the lines, oldest first, with the ids and facts that the text does not name', async () => {
    const told = { level: 'warn', event_id: 'evt_1', message: 'the turn of evt_1 failed \u001b[31m' };
    const request = { context: null, conversation_id: 'c', fields: { status: 200, err: { message: 'no' } } };
    gateway.answers.set('GET /logs?level=info&event=evt_1&limit=100', [
      200,
      pageOf([line(2, told), line(1, request)]),
    ]);
    const { code, stdout, stderr } = await shell.run('logs', '--level', 'info', '--event', 'evt_1');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n')).toEqual([
      '2026-11-25T20:36:20.000Z INFO  line 1 status=200 err=no conversation_id=c',
      '2026-11-25T20:36:20.000Z WARN  [Turn] the turn of evt_1 failed \ufffd[31m',
      '',
    ]);
  });

  it('names the replicas whose logs are not shown', async () => {
    gateway.answers.set('GET /logs?limit=100', [200, pageOf([], ['wkr_2'])]);
    expect((await shell.run('logs')).stderr).toMatch(/lines of wkr_1\. .*1 other replica.* wkr_2/);
    gateway.answers.set('GET /logs?limit=100', [200, pageOf([], null)]);
    expect((await shell.run('logs')).stderr).toMatch(/database does not respond/);
  });

  it('prints the page with --json', async () => {
    gateway.answers.set('GET /logs?limit=100', [200, pageOf([line(1)])]);
    const { stdout } = await shell.run('logs', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ items: [{ id: 'a.1' }], replicas: { covered: ['wkr_1'] } });
  });

  it('follows from its page on, and says how many lines are missing', async () => {
    gateway.answers.set('GET /logs?level=warn&limit=100', [200, pageOf([line(1)])]);
    const events = [
      `id: a.9\nevent: replicas\ndata: {"covered":["wkr_1"],"others":[]}\n\n`,
      `event: gap\ndata: {"lines":3}\n\n`,
      `id: a.10\nevent: log\ndata: ${JSON.stringify(line(10))}\n\n`,
    ].join('');
    gateway.answers.set('GET /logs?level=warn', [200, events]);
    const text = await shell.run('logs', '--follow', '--level', 'warn');
    expect(text).toMatchObject({ code: 0, stderr: '3 lines no longer kept\n' });
    expect(text.stdout.match(/line \d+/g)).toEqual(['line 1', 'line 10']);
    const { stdout } = await shell.run('logs', '--follow', '--level', 'warn', '--json');
    const lines = stdout.trim().split('\n');
    expect(lines.map((each) => JSON.parse(each) as object)).toMatchObject([
      { id: 'a.1', event: 'log', data: { message: 'line 1' } },
      { id: 'a.10', event: 'log', data: { message: 'line 10' } },
    ]);
  });

  it('follows by the filters of its page', async () => {
    const filters = '?level=warn&event=evt_1&conversation=cnv_1';
    gateway.answers.set(`GET /logs${filters}&limit=100`, [200, pageOf([line(1)])]);
    gateway.answers.set(`GET /logs${filters}`, [
      200,
      `id: a.10\nevent: log\ndata: ${JSON.stringify(line(10))}\n\n`,
    ]);
    const given = ['--level', 'warn', '--event', 'evt_1', '--conversation', 'cnv_1'];
    const { stdout, stderr } = await shell.run('logs', '--follow', ...given);
    expect([stdout.match(/line \d+/g), stderr]).toEqual([['line 1', 'line 10'], '']);
  });

  it('has all pages of the lines since a time', async () => {
    const first = { ...pageOf([line(3), line(2)]), next_cursor: 'more' };
    gateway.answers.set('GET /logs?since=10m&limit=200', [200, first]);
    gateway.answers.set('GET /logs?since=10m&limit=200&cursor=more', [200, pageOf([line(1)])]);
    const { stdout } = await shell.run('logs', '--since', '10m');
    expect(stdout.match(/line \d/g)).toEqual(['line 1', 'line 2', 'line 3']);
  });

  it("fails with the gateway's message, and refuses a level that there is not", async () => {
    gateway.answers.set(
      'GET /logs?since=x&limit=200',
      refusal(400, 'Not valid.', 'since must be a duration'),
    );
    expect(await shell.run('logs', '--since', 'x')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('since must be'),
    });
    expect((await shell.run('logs', '--level', 'loud')).code).toBe(2);
  });
});
