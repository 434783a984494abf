import { cliWorld } from '../../test/support/cli-world.js';

const { gateway, shell } = cliWorld();
const PATH = '/mcp/servers/linear/login';
const started = {
  id: 'mlg_1',
  authorization_url: 'https://login.example.org/?state=x',
  redirect_uri: 'https://chat.example.org/mcp/callback',
  expires_at: '2026-11-26T10:10:00.000Z',
};
const ends = (status: string, problem: string | null = null, id = 'mlg_1') => {
  gateway.answers.set(`POST ${PATH}`, [201, started]);
  gateway.answers.set(`GET ${PATH}`, [200, { id, status, problem, expires_at: started.expires_at }]);
};

describe('gatehouse mcp login', () => {
  it('gives the address for a browser, and says when the person has logged in', async () => {
    ends('done');
    const { code, stdout, stderr } = await shell.run('mcp', 'login', 'linear');
    expect([code, stdout]).toEqual([0, 'Signed in to linear.\n']);
    expect(stderr).toContain(started.authorization_url);
    expect(stderr).toContain('can reach the gateway at https://chat.example.org:');
  });

  it.each([
    ['failed', 'access_denied\u001b[2J', 'mlg_1', 'not signed in to linear: access_denied\ufffd[2J'],
    ['waiting', null, 'mlg_2', 'another login to this server has started since'],
  ])('says why not: %s, %j, %s', async (status, problem, id, text) => {
    ends(status, problem, id);
    const { code, stderr } = await shell.run('mcp', 'login', 'linear');
    expect(code).toBe(1);
    expect(stderr).toContain(text);
  });

  it('only prints the address with --no-wait', async () => {
    ends('waiting');
    const { code, stdout } = await shell.run('mcp', 'login', 'linear', '--no-wait');
    expect([code, stdout]).toEqual([0, `${started.authorization_url}\n`]);
  });
});

describe('gatehouse mcp logout', () => {
  it.each([
    [null, 'Signed out of linear.\n'],
    ['no connection', 'could not be notified (no connection): revoke the access there.'],
  ])('says whether the tokens are revoked: %j', async (problem, text) => {
    gateway.answers.set(`DELETE ${PATH}`, [200, { problem }]);
    const { code, stdout } = await shell.run('mcp', 'logout', 'linear');
    expect(code).toBe(0);
    expect(stdout).toContain(text);
  });
});
