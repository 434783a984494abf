import { spawnSync } from 'node:child_process';
import { Shell } from '../../test/support/cli-world.js';

let shell: Shell;
beforeEach(() => {
  shell = new Shell();
});
afterEach(() => shell.remove());

/** The completions that a real bash offers for the last of these words. */
async function offered(...words: string[]): Promise<string[]> {
  const { stdout: script } = await shell.run('completion', 'bash');
  const typed = ['gatehouse', ...words].map((word) => `'${word}'`).join(' ');
  const asked = `${script}\nCOMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _gatehouse; echo "\${COMPREPLY[@]}"`;
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

it('zsh takes the same script, another shell is wrong usage', async () => {
  expect((await shell.run('completion', 'zsh')).stdout).toMatch(/^autoload -U \+X bashcompinit/);
  expect((await shell.run('completion', 'tcsh')).code).toBe(2);
});
