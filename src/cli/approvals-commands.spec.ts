import { cliWorld, refusal } from '../../test/support/cli-world.js';

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

const approval = {
  id: 'apr_01j9zq4c5x8r2m6t0w3y7v1b4d',
  code: 'K7QX4M',
  state: 'pending',
  agent_id: 'main',
  server: 'linear',
  tool: 'create_issue',
  model_name: 'linear__create_issue',
  arguments: '{"title":"a \\"b\\"\\u001b[2K","team":{"id":7}}',
  digest: '5f2c',
  channel: 'imbridge',
  account: 'default',
  conversation_id: '-;+12025550143',
  sender_id: '+12025550143',
  sender_name: 'Robin\u202e',
  created_at: ago(200),
  expires_at: ago(-2_630),
  decided_at: null,
  decided_by: null,
  decided_by_name: null,
  reason: null,
  result: null,
  ended_at: null,
};
const decided = { decided_by: 'sender:imbridge:+1', decided_by_name: 'Ann', decided_at: ago(65) };

const { gateway, shell } = cliWorld();

const page = (...items: object[]) => [200, { items, next_cursor: null }] as const;
const sent = () => gateway.asked.at(-1);

describe('gatehouse approvals list', () => {
  it('shows call, requester and expiry', async () => {
    gateway.answers.set(
      'GET /approvals?limit=50',
      page(approval, { ...approval, ...decided, state: 'done' }),
    );
    const { code, stdout } = await shell.run('approvals', 'list');
    const [head, ...rows] = stdout.trim().split('\n');
    expect([code, head!.split(/ {2,}/)]).toEqual([
      0,
      ['CODE', 'STATE', 'CALL', 'FOR', 'CHANNEL', 'ASKED', 'EXPIRES'],
    ]);
    const cells = ['create_issue of linear', 'Robin\\u{202e}', 'imbridge', '3 min ago'];
    expect(rows.map((row) => row.split(/ {2,}/))).toEqual([
      ['K7QX4M', 'pending', ...cells, 'in 43 min'],
      ['K7QX4M', 'done', ...cells],
    ]);
  });

  it('filters by state and rejects unknown states', async () => {
    gateway.answers.set('GET /approvals?state=pending&limit=50', page());
    expect(await shell.run('approvals', 'list', '--state', 'pending')).toMatchObject({
      code: 0,
      stdout: 'No approvals.\n',
    });
    expect(await shell.run('approvals', 'list', '--state', 'open')).toMatchObject({ code: 2 });
  });
});

describe('gatehouse approvals show', () => {
  it('prints all arguments, one a line, and how to decide', async () => {
    gateway.answers.set('GET /approvals/K7QX4M', [200, approval]);
    const { stdout } = await shell.run('approvals', 'show', 'K7Q X4M');
    expect(stdout).toBe(
      `${[
        'K7QX4M is pending',
        'Id        apr_01j9zq4c5x8r2m6t0w3y7v1b4d',
        'Call      create_issue of linear, for the model linear__create_issue',
        'Agent     main',
        'For       Robin\\u{202e} (+12025550143)',
        'In        imbridge (default), -;+12025550143',
        'Asked     3 min ago',
        'Digest    5f2c',
        'Arguments:',
        '  title: "a \\"b\\"\\u001b[2K"',
        '  team.id: 7',
        'Waiting for a decision; expires in 43 min:',
        '  gatehouse approvals approve K7QX4M',
        '  gatehouse approvals deny K7QX4M',
      ].join('\n')}\n`,
    );
  });

  it('prints a long argument whole, and no character that a terminal obeys or hides', async () => {
    const text = `${'x'.repeat(20_000)}\u001b]0;title\u0007\u202e\u200b\u{e0041}\u009b`;
    const hostile = {
      tool: 'a\u001b[1A',
      sender_name: '\r',
      reason: 'no\u0008',
      result: 'one\u001b[2K\ntwo',
      arguments: JSON.stringify({ text, 'na\u200bme': '\u2028' }),
    };
    gateway.answers.set('GET /approvals/K7QX4M', [200, { ...approval, ...decided, ...hostile }]);
    const { stdout } = await shell.run('approvals', 'show', 'K7QX4M');
    expect(stdout.replaceAll('\n', '')).toMatch(/^[\x20-\x7e]*$/);
    expect(stdout).toContain(
      `  text: "${'x'.repeat(20_000)}\\u001b]0;title\\u0007\\u{202e}\\u{200b}\\u{e0041}\\u{9b}"\n`,
    );
    expect(stdout).toContain('  "na\\u{200b}me": "\\u{2028}"\n');
    expect(stdout).toContain('Result:\n  one\\u{1b}[2K\n  two\n');
  });

  it('names who decided, and does not offer to decide again', async () => {
    gateway.answers.set('GET /approvals/K7QX4M', [
      200,
      { ...approval, ...decided, state: 'done', arguments: '{}', ended_at: ago(70) },
    ]);
    const { stdout } = await shell.run('approvals', 'show', 'K7QX4M');
    expect(stdout).toContain('\nDecided   1 min ago by Ann (sender:imbridge:+1)\nEnded     1 min ago\n');
    expect(stdout).toContain('\nArguments: none\n');
    expect(stdout).not.toContain('approvals approve');
  });
});

describe('gatehouse approvals approve', () => {
  it.each([
    [[], false, /^Allowed: create_issue of linear, for Robin/],
    [
      ['--for-an-hour'],
      true,
      /For one hour, such calls need no approval for this person in this conversation: `gatehouse approvals permissions`/,
    ],
  ])('with %j allows the call', async (options, forAnHour, said) => {
    gateway.answers.set('POST /approvals/K7QX4M/approve', [200, { ...approval, state: 'approved' }]);
    const { code, stdout } = await shell.run('approvals', 'approve', 'K7QX4M', ...options);
    expect([code, sent()?.body]).toEqual([0, { for_an_hour: forAnHour }]);
    expect(stdout).toMatch(said);
  });

  it('fails when another operator was first, and names them', async () => {
    const who = 'id is not pending: denied by Ann (sender:imbridge:+1) at 2026-01-31T09:45:00.000Z';
    gateway.answers.set(
      'POST /approvals/K7QX4M/approve',
      refusal(409, 'This request has already been decided.', who),
    );
    const { code, stderr } = await shell.run('approvals', 'approve', 'K7QX4M');
    expect([code, stderr]).toEqual([1, expect.stringContaining(who)]);
  });
});

it('gatehouse approvals deny sends the reason', async () => {
  gateway.answers.set('POST /approvals/K7QX4M/deny', [200, { ...approval, state: 'denied' }]);
  const { stdout } = await shell.run('approvals', 'deny', 'K7QX4M', '--reason', 'ask Ann first');
  expect(stdout).toBe('Denied: create_issue of linear, for Robin\\u{202e}.\n');
  expect(sent()?.body).toEqual({ reason: 'ask Ann first' });
});

describe('gatehouse approvals permissions and end', () => {
  const permission = {
    id: 'prm_1',
    agent_id: 'main',
    server: null,
    tool: 'send',
    granted_by: 'token:owner',
    channel: 'imbridge',
    account: 'default',
    conversation_id: '-;+1',
    sender_id: '+1',
    sender_name: null,
    created_at: ago(60),
    ends_at: ago(-2_990),
  };

  it('list permissions for one hour', async () => {
    gateway.answers.set('GET /tool-permissions', [200, { items: [permission] }]);
    const { stdout } = await shell.run('approvals', 'permissions');
    expect(stdout.split('\n')[1]!.split(/ {2,}/)).toEqual([
      'prm_1',
      'message send',
      'main',
      '+1',
      'imbridge',
      '-;+1',
      'token:owner',
      'in 49 min',
    ]);
  });

  it('end one', async () => {
    gateway.answers.set('DELETE /tool-permissions/prm_1', [204, undefined]);
    const { code, stdout } = await shell.run('approvals', 'end', 'prm_1');
    expect([code, stdout]).toEqual([0, 'Ended prm_1: the next call needs approval again.\n']);
  });
});
