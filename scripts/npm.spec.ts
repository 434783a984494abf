import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { spawn } from '../test/support/programs.js';

const SCRIPT = `import { npm } from '${resolve(import.meta.dirname, 'npm.mjs')}';
await npm('Installing', ['ci'], process.execPath);
console.log('it goes on');
process.kill(process.pid, 'SIGTERM');
setInterval(() => undefined, 1_000);`;

describe('npm as a step of a script', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-npm-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs the script with an npm that is these lines of a shell. */
  const run = (...lines: string[]) => runWith({}, ...lines);
  const runWith = (env: NodeJS.ProcessEnv, ...lines: string[]) => {
    writeFileSync(join(folder, 'npm'), ['#!/bin/sh', ...lines].join('\n'), { mode: 0o755 });
    return spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], {
      env: { PATH: `${folder}:/usr/bin:/bin`, ...env },
    });
  };
  /** All that the script says until it ends. */
  const saidBy = async (script: ReturnType<typeof run>) => {
    let said = '';
    script.stderr.on('data', (data: Buffer) => (said += data.toString()));
    await once(script, 'close');
    return said;
  };

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ] as const)('ends at once by a %s to the script, which exits with %i', async (signal, exitCode) => {
    const script = run('echo "npm is process $$" >&2', 'exec sleep 600');
    const said = saidBy(script);
    for await (const line of createInterface({ input: script.stderr })) {
      const [, pid] = /^npm is process (\d+)$/.exec(line) ?? [];
      if (pid === undefined) continue;
      script.kill(signal);
      expect(await once(script, 'exit')).toEqual([exitCode, null]);
      expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
      expect(await said).toMatch(/\nInterrupted: not all packages are installed; .+\n$/);
      return;
    }
    throw new Error('npm did not begin');
  });

  it('leaves signals to the steps after it', async () => {
    const script = run('exit 0');
    let printed = '';
    script.stdout.on('data', (data: Buffer) => (printed += data.toString()));
    expect(await once(script, 'close')).toEqual([null, 'SIGTERM']);
    expect(printed).toBe('it goes on\n');
  });

  it('ends the script with the exit code of npm', async () => {
    const script = run('echo "npm error nothing there" >&2', 'exit 7');
    const said = saidBy(script);
    expect(await once(script, 'close')).toEqual([7, null]);
    expect(await said).toMatch(/^npm error nothing there\nInstalling failed: npm ci ended with 7/m);
  });

  const REFUSED =
    'echo "npm http fetch GET https://registry.invalid/a attempt 1 failed with ECONNREFUSED" >&2';

  it.each([
    [{ HTTPS_PROXY: 'http://robin:hunter2@127.0.0.1:1/' }, 'http://127.0.0.1:1 (HTTPS_PROXY)'],
    [{ http_proxy: 'http://127.0.0.1:1' }, 'http://127.0.0.1:1 (http_proxy)'],
    [{ SET: 'https-proxy=http://127.0.0.1:1/' }, 'http://127.0.0.1:1 (npm config get https-proxy)'],
  ])('names the proxy when a peer does not answer: %j', async (env, words) => {
    const said = await saidBy(
      runWith(env, '[ "$1" = config ] && echo "$SET" && exit 0', REFUSED, REFUSED, 'exit 1'),
    );
    expect(said.split(`npm uses the proxy ${words}, which may be`)).toHaveLength(2);
    expect(said).not.toContain('hunter2');
  });

  it('names no proxy where there is none', async () => {
    const said = await saidBy(
      run('[ "$1" = config ] && echo "https-proxy=null" && exit 0', REFUSED, 'exit 1'),
    );
    expect(said).toContain('ECONNREFUSED');
    expect(said).not.toContain('proxy');
  });
});
