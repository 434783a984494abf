import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Shell } from '../../../test/support/cli-world.js';
import { spawnSync } from '../../../test/support/programs.js';

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

const EVIL = [
  '$(touch ran)',
  '`touch ran`',
  '; touch ran',
  'a\ntouch ran',
  '"; touch ran; "',
  "'; touch ran; '",
  '<(touch ran)',
  '${x:=$(touch ran)}',
  '*',
  '--help',
  '-x',
  '',
  '\u001b]0;x\u0007',
  'a b',
  'ä',
];

it('complete prints only plain words, whatever the file names', async () => {
  const named = Object.fromEntries([...EVIL, 'home'].map((name) => [name, {}]));
  shell.write(
    'gatehouse.json',
    JSON.stringify({
      channels: { ...named, imbridge: { accounts: named } },
      agents: { list: [...EVIL, 'main-2'].map((id) => ({ id })) },
    }),
  );
  const printed = async (kind: string) => (await shell.run('complete', kind)).stdout;
  expect(await printed('channels')).toBe('imbridge\nhome\n');
  expect(await printed('accounts')).toBe('default\nhome\n');
  expect(await printed('agents')).toBe('main-2\n');
});

it('bash expands and runs nothing of a name, also where another program prints it', async () => {
  const { stdout: script } = await shell.run('completion', 'bash');
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-completion-'));
  writeFileSync(join(folder, 'names'), [...EVIL, 'home', 'work'].join('\n'));
  const asked = `gatehouse() { cat names; }\n${script}\nCOMP_WORDS=(gatehouse message send --account ''); COMP_CWORD=4; _gatehouse; printf '<%s>' "\${COMPREPLY[@]}"`;
  try {
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', asked], { cwd: folder, encoding: 'utf8' });
    expect([stderr, existsSync(join(folder, 'ran'))]).toEqual(['', false]);
    expect(stdout.match(/<[^>]*>/g)).toEqual(expect.arrayContaining(['<home>', '<work>']));
    expect(stdout).not.toMatch(/[^\w<>-]/);
  } finally {
    rmSync(folder, { recursive: true });
  }
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
