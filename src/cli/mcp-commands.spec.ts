import { cliWorld, refusal, ScriptedPrompter } from '../../test/support/cli-world.js';

const { gateway, shell } = cliWorld();

const rowsOf = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((row) => row.split(/ {2,}/));

describe('gatehouse mcp list', () => {
  const server = {
    name: 'files',
    url: null,
    state: 'up',
    since: null,
    revision: '2026-07-28',
    problem: null,
    note: null,
    login: null,
    login_needed_because: null,
    tools: 14,
    withheld: 0,
    waiting: 0,
  };
  const list = (...items: object[]) => gateway.answers.set('GET /mcp/servers', [200, { items }]);

  it("shows each server's state, pending tools, and why one is down", async () => {
    const hostile = { name: 'desk', url: 'http://10.0.0.1/mcp', state: 'down', problem: 'gone\u001b[2K' };
    list({ ...server, problem: 'of before' }, { ...server, ...hostile, tools: 2, withheld: 3, waiting: 1 });
    const { code, stdout } = await shell.run('mcp', 'list');
    expect([code, ...rowsOf(stdout)]).toEqual([
      0,
      ['SERVER', 'ADDRESS', 'STATE', 'TOOLS', 'WITHHELD', 'PROBLEM'],
      ['files', 'a program', 'up', '14', '0'],
      ['desk', 'http://10.0.0.1/mcp', 'down', '2', '3; accept 1', 'gone\ufffd[2K'],
    ]);
  });

  it('says that the first start of a program may take long', async () => {
    const note = 'starting for the first time, which may take up to 120 s';
    list({ ...server, state: 'starting', note, tools: 0 });
    const { stdout } = await shell.run('mcp', 'list');
    expect(rowsOf(stdout)[1]).toEqual(['files', 'a program', 'starting', '0', '0', note]);
  });

  it('says how to add one where there is none, and gives programs the list as it is', async () => {
    list();
    expect((await shell.run('mcp', 'list')).stdout).toContain('Add one: `gatehouse mcp add`');
    expect(JSON.parse((await shell.run('mcp', 'list', '--json')).stdout)).toEqual({ items: [] });
  });
});

const digest = 'a'.repeat(64);
const tool = {
  name: 'read',
  model_name: 'files__read',
  withheld: null,
  detail: null,
  digest,
  agents: [
    { agent: 'main', use: 'at-once' },
    { agent: 'night', use: 'not-named' },
  ],
  offered: '{"name":"read","description":"reads"}',
  accepted: '{"name":"read","description":"reads"}',
};
const PATH = '/mcp/servers/files/tools';
const tools = (...items: object[]) => gateway.answers.set(`GET ${PATH}`, [200, { items }]);

describe('gatehouse mcp tools', () => {
  it('lists for each tool who may use it, or why no one may', async () => {
    const only = (use: string, detail: string | null = null) => ({
      agents: [{ agent: 'main', use, detail }],
    });
    tools(
      tool,
      { ...tool, name: 'write', ...only('asks') },
      { ...tool, name: 'move', ...only('denied') },
      { ...tool, name: 'copy', ...only('not-named') },
      { ...tool, name: 'odd', ...only('unfit', 'the model refused it') },
      { ...tool, name: 'new', withheld: 'new' },
      { ...tool, name: 'bad', withheld: 'unfit', detail: 'too deep' },
    );
    const { stdout } = await shell.run('mcp', 'tools', 'files');
    expect(rowsOf(stdout)).toEqual([
      ['TOOL', 'STATE', 'AGENTS', 'DETAIL'],
      ['read', 'offered', 'main: without approval'],
      ['write', 'offered', 'main: needs approval'],
      ['move', 'offered', 'main: denied by its policy'],
      ['copy', 'offered', 'main: does not name the server'],
      ['odd', 'offered', 'main: its model does not accept it (the model refused it)'],
      ['new', 'new: accept it'],
      ['bad', 'unfit', 'too deep'],
    ]);
  });

  it('says that a server has none when it declares none', async () => {
    tools();
    const note = 'it has no tools: it does not declare the capability `tools`';
    gateway.answers.set('GET /mcp/servers', [200, { items: [{ name: 'files', state: 'up', note }] }]);
    expect((await shell.run('mcp', 'tools', 'files')).stdout).toBe(`files: ${note}\n`);
  });

  it('points at the state of a server without a list, and passes on that there is none', async () => {
    tools();
    gateway.answers.set('GET /mcp/servers', [200, { items: [] }]);
    expect((await shell.run('mcp', 'tools', 'files')).stdout).toMatch(/^files has not listed any tools yet/);
    gateway.answers.set('GET /mcp/servers/no%2Fne/tools', refusal(404, 'No such server.'));
    const { code, stderr } = await shell.run('mcp', 'tools', 'no/ne');
    expect([code, stderr]).toEqual([1, expect.stringContaining('No such server.')]);
  });
});

describe('gatehouse mcp accept', () => {
  const changed = {
    ...tool,
    withheld: 'changed',
    offered: '{"name":"read","description":"reads, and tells\\u202e","annotations":{"readOnlyHint":true}}',
  };
  const added = { ...tool, name: 'move', withheld: 'new', accepted: null, digest: 'b'.repeat(64) };
  const posted = () => gateway.asked.find(({ route }) => route === `POST ${PATH}/accept`)?.body;

  beforeEach(() => {
    tools(changed, added, { ...tool, name: 'bad', withheld: 'unfit' }, { ...tool, name: 'kept' });
    gateway.answers.set(`POST ${PATH}/accept`, [200, { items: [] }]);
  });

  it('shows the whole difference, asks, and accepts what it has shown', async () => {
    const prompter = (shell.prompter = new ScriptedPrompter([true]));
    const { code, stdout } = await shell.run('mcp', 'accept', 'files');
    expect([code, prompter.screen]).toEqual([0, ['Accept these definitions?']]);
    expect(stdout).toBe(
      `${[
        'read (changed)',
        '  description',
        '    - "reads"',
        '    + "reads, and tells\\u{202e}"',
        '  annotations',
        '    + {"readOnlyHint":true}',
        '',
        'move (new)',
        '  name',
        '    + "read"',
        '  description',
        '    + "reads"',
        'Accepted read, move.',
      ].join('\n')}\n`,
    );
    expect(posted()).toEqual({
      tools: [
        { name: 'read', digest },
        { name: 'move', digest: added.digest },
      ],
    });
  });

  it('accepts nothing after a no, and nothing without a person or --yes', async () => {
    shell.prompter = new ScriptedPrompter([false]);
    expect((await shell.run('mcp', 'accept', 'files')).code).toBe(1);
    shell.prompter = undefined;
    expect((await shell.run('mcp', 'accept', 'files')).code).toBe(2);
    expect((await shell.run('mcp', 'accept', 'files', '--json')).code).toBe(2);
    expect(posted()).toBeUndefined();
  });

  it('accepts the named ones only, as JSON for programs', async () => {
    const { stdout } = await shell.run('mcp', 'accept', 'files', 'move', '--yes', '--json');
    expect(JSON.parse(stdout)).toEqual({ accepted: ['move'] });
    expect(posted()).toEqual({ tools: [{ name: 'move', digest: added.digest }] });
  });

  it.each(['kept', 'bad', 'gone'])('refuses %s, which does not wait', async (name) => {
    const { code, stderr } = await shell.run('mcp', 'accept', 'files', 'read', name, '--yes');
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${name} is not pending`)]);
    expect(posted()).toBeUndefined();
  });

  it('says when none waits, and when a definition has changed meanwhile', async () => {
    const conflict = refusal(409, 'A definition has changed.', 'tools: read is offered otherwise now');
    gateway.answers.set(`POST ${PATH}/accept`, conflict);
    const late = await shell.run('mcp', 'accept', 'files', '--yes');
    expect([late.code, late.stderr]).toEqual([1, expect.stringContaining('read is offered otherwise now')]);
    tools(tool);
    expect((await shell.run('mcp', 'accept', 'files')).stdout).toBe('No pending tools.\n');
  });
});
