import { commandsOf } from '../support/documented-blocks.js';
import { itWith } from '../support/needs.js';
import type { Terminal } from '../support/terminal.js';
import { Laptop } from './support/laptop.js';

const itCalls = itWith('curl');

describe('the commands about the APIs, with one gateway', () => {
  let laptop: Laptop;
  let operator: Terminal;
  beforeAll(async () => {
    laptop = await Laptop.open();
    await laptop.start();
  });
  afterAll(() => laptop.close());
  beforeEach(() => (operator = laptop.terminal()));
  afterEach(() => operator.run('gatehouse users delete robin@example.com --yes || true'));

  const run = (commands: string) => operator.run(laptop.here(commands));
  /** The JSON that a command printed last. */
  const answerOf = async (commands: string): Promise<unknown> =>
    JSON.parse(
      (await run(commands))
        .trim()
        .split(/\n(?=\{)/)
        .at(-1)!,
    );

  itCalls('of guide/data-api.md create a user and a key, and call each operation', async () => {
    const [make = '', account = '', user = '', table = '', repeat = '', later = '', limit = '', ...others] =
      commandsOf('guide/data-api.md');
    await run(make);
    expect(await answerOf(account)).toMatchObject({ user: { email: 'robin@example.com' } });
    expect(await answerOf(user)).toMatchObject({ email: 'robin@example.com' });
    expect(await answerOf(table)).toMatchObject({ status: 'completed' });
    expect(await run(repeat)).not.toContain('Idempotent-Replayed');
    expect(await run(repeat)).toContain('Idempotent-Replayed: true');
    expect(await answerOf(later)).toMatchObject({
      status: expect.stringMatching(/queued|processing|completed/),
    });
    const counts = [...(await run(limit)).matchAll(/(\d+) (200|429)$/gm)].map(([, count]) => Number(count));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(101);
    expect(others).toEqual([]);
  });

  it('of guide/usage.md show usage and budgets, and grant an allowance', async () => {
    const [block = '', ...others] = commandsOf('guide/usage.md');
    const budget = '{"name": "each person", "per": "sender", "tokensPerDay": 1000}';
    await run(`gatehouse config set usage.budgets '[${budget}]'`);
    const told = await run(block);
    expect(told).toContain('No model calls from ');
    expect(told).toContain('sender,calls,');
    expect(told).toMatch(/each person +sender +0 %/);
    expect(told).toMatch(/Added alw_\w+; it ends in /);
    expect(others).toEqual([]);
  });

  itCalls('of guide/keys.md create a key, and exchange it for another', async () => {
    const [make = '', rotate = '', ...others] = commandsOf('guide/keys.md');
    expect(await answerOf(make)).toMatchObject({ items: [{ name: 'nightly import' }] });
    const [old, fresh] = (await run(`${rotate}\necho "$KEY $NEW"`)).trim().split('\n').at(-1)!.split(' ');
    const statusOf = async (key: string) =>
      (await fetch(`${laptop.url}/v1/account`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect([await statusOf(old!), await statusOf(fresh!)]).toEqual([401, 200]);
    expect(others).toEqual([]);
  });

  it('of reference/roles.md create and revoke a token, and sign in', async () => {
    const [make = '', open = '', ...others] = commandsOf('reference/roles.md');
    expect(await run(make)).toMatch(/wall-screen[\s\S]+revoked/i);
    const [, url, code] = /^(.+)\/console\/#code=(\S+)$/m.exec(await run(open))!;
    const body = JSON.stringify({ code });
    const headers = { 'content-type': 'application/json' };
    const begun = await fetch(`${url!}/admin/v1/session`, { method: 'POST', headers, body });
    expect([begun.status, await begun.json()]).toMatchObject([201, { actor: 'token:owner', role: 'owner' }]);
    expect(others).toEqual([]);
  });
});
