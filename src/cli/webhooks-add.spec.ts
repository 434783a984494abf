import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Shell } from '../../test/support/cli-world.js';

let shell: Shell;
beforeEach(() => (shell = new Shell()));
afterEach(() => shell.remove());

const add = (...words: string[]) => shell.run('webhooks', 'add', ...words);
const list = () =>
  (
    JSON.parse(readFileSync(join(shell.stateDir, 'gatehouse.json'), 'utf8')) as {
      webhooks: { list: readonly Readonly<Record<string, unknown>>[] };
    }
  ).webhooks.list;
const TO = ['--to', 'https://crm.example.org/hook?key=k'];

describe('gatehouse webhooks add', () => {
  it('writes a webhook with a new key, shows the key once and never the address', async () => {
    const { code, stdout, stderr } = await add('crm', ...TO, '--events', 'message.*, channel.down');
    expect([code, stderr]).toEqual([0, '']);
    const [webhook] = list();
    expect(webhook).toEqual({
      id: 'crm',
      url: 'https://crm.example.org/hook?key=k',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      events: ['message.*', 'channel.down'],
    });
    expect(stdout).toContain(String(webhook!.secret));
    expect(stdout).not.toContain('crm.example.org');
    expect((await shell.run('config', 'validate')).code).toBe(0);
  });

  it('adds a second one with another key, with texts and for all events', async () => {
    await add('crm', ...TO);
    await add('log', ...TO, '--include-text');
    expect(list()).toMatchObject([{ events: ['*'] }, { id: 'log', events: ['*'], includeText: true }]);
    expect(list()[0]!.secret).not.toBe(list()[1]!.secret);
  });

  it('keeps an existing key in its file', async () => {
    const key = join(shell.stateDir, 'key');
    shell.write('key', `whsec_${Buffer.alloc(32, 1).toString('base64')}`);
    const { stdout } = await add('crm', ...TO, '--secret-file', key, '--json');
    expect(list()).toMatchObject([{ secret: { file: key } }]);
    expect(JSON.parse(stdout)).toMatchObject({ id: 'crm', secret: null });
  });

  it.each([
    [['crm', ...TO], 'there is a webhook crm already'],
    [['b', '--to', 'ftp://x'], 'webhooks.list[1].url: must be an http or https URL'],
    [['b', ...TO, '--events', 'message.recieved'], 'webhooks.list[1].events'],
    [['B', ...TO], 'webhooks.list[1].id: must be at most 64 lower-case letters'],
    [['b'], '--to'],
  ])('refuses %j, and writes nothing', async (args, words) => {
    await add('crm', ...TO);
    const { code, stderr } = await add(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
    expect(list()).toHaveLength(1);
  });
});
