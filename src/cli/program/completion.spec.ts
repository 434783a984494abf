import { spawnSync } from 'node:child_process';
import { Shell } from '../../../test/support/cli-world.js';

let shell: Shell;
beforeEach(() => {
  shell = new Shell();
});
afterEach(() => shell.remove());

/** The completions that a real bash offers for the last of these words. */
async function offered(...words: string[]): Promise<string[]> {
  const { stdout: script } = await shell.run('completion', 'bash');
  const typed = ['gatehouse', ...words].map((word) => `'${word}'`).join(' ');
  const names =
    '{ channels: { workchat: {}, imbridge: { accounts: { work: {} } } }, agents: { list: [{ id: "helper" }] } }';
  shell.write('gatehouse.json', names);
  const kinds = await Promise.all(
    ['channels', 'accounts', 'agents'].map((kind) => shell.run('complete', kind)),
  );
  const [channels = '', accounts = '', agents = ''] = kinds.map(({ stdout: list }) =>
    list.replaceAll('\n', ' '),
  );
  const command = `gatehouse() { case $2 in channels) echo ${channels};; accounts) echo ${accounts};; agents) echo ${agents};; esac; }`;
  const asked = `${command}\n${script}\nCOMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _gatehouse; echo "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', asked], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.trim().split(' ');
}

it('bash completes commands, those below them, and options', async () => {
  expect(await offered('gra')).toEqual(['grants']);
  expect(await offered('tokens', '')).toEqual(expect.arrayContaining(['list', 'create', 'revoke', '--help']));
  expect(await offered('users', 'delete', 'robin@example.com', '--y')).toEqual(['--yes']);
  expect(await offered('channels', 'add', 'imb')).toEqual(['imbridge']);
});

it('bash completes values: choices, and the names in the configuration', async () => {
  expect(await offered('tokens', 'create', 'o')).toEqual(['operator', 'owner']);
  expect(await offered('start', '--role', '')).toEqual(['all', 'web', 'worker']);
  expect(await offered('deliveries', 'list', '--status', 'de')).toEqual(['dead', 'delivered']);
  expect(await offered('pairing', 'approve', 'w')).toEqual(['workchat']);
  expect(await offered('message', 'send', '--channel', '')).toEqual(['imbridge', 'workchat']);
  expect(await offered('message', 'send', '--account', '')).toEqual(['default', 'work']);
  expect(await offered('agents', 'test', 'h')).toEqual(['helper']);
  expect(await offered('comp')).toEqual(['completion']);
});

it('fish has its own script with the same words', async () => {
  const { stdout } = await shell.run('completion', 'fish');
  expect(stdout).toContain('\ncomplete -c gatehouse -a ');
  expect(stdout).toContain('case " start --role"\n      printf \'%s\\n\' all web worker\n      return\n');
  expect(stdout).toMatch(
    /case " pairing approve"\n {6}gatehouse complete channels 2>\/dev\/null; printf '%s\\n' --json/,
  );
  const [opened, closed] = [/^\s*(function|for|switch)\b/gm, /^\s*end$/gm].map(
    (each) => stdout.match(each)?.length,
  );
  expect(opened).toBe(closed);
});

it('zsh uses the bash script, and another shell is wrong usage', async () => {
  expect((await shell.run('completion', 'zsh')).stdout).toMatch(/^autoload -U \+X bashcompinit/);
  expect((await shell.run('completion', 'tcsh')).code).toBe(2);
});
