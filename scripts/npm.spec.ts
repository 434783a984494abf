import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { eventually } from '../test/support/eventually.js';
import { spawn } from '../test/support/programs.js';
import { archiveIn } from './npm.mjs';

const SCRIPT = `import { npm } from '${resolve(import.meta.dirname, 'npm.mjs')}';
await npm('Installing', ['ci'], process.execPath, { expected: 2 });
console.log('it goes on');
process.kill(process.pid, 'SIGTERM');
setInterval(() => undefined, 1_000);`;

it('an archive is recognized in what npm says, and no list of versions', () => {
  const archive = 'https://registry.example/a/-/a-1.0.0.tgz';
  const lines = [
    `npm http fetch GET 200 ${archive} 212ms (cache miss)`,
    `npm http cache @b/a@${archive} 0ms (cache hit)`,
    'npm http fetch GET 200 https://registry.example/a 8ms (cache updated)',
    `npm http fetch GET 404 ${archive} 8ms (cache skip)`,
    `npm http fetch GET ${archive} attempt 1 failed with ECONNREFUSED`,
  ];
  expect(lines.map(archiveIn)).toEqual([archive, archive, undefined, undefined, undefined]);
});

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

  it('counts each archive once', async () => {
    const line = 'npm http cache a@https://registry.example/a/-/a-1.0.0.tgz 0ms (cache hit)';
    const script = run(`echo "${line}" >&2`, `echo "${line}" >&2`, 'exec sleep 600');
    let said = '';
    script.stderr.on('data', (data: Buffer) => (said += data.toString()));
    await eventually(() => /packages$/m.test(said), { what: 'the progress' });
    expect(said).toMatch(/^ {2}\d+ s, 1 of 2 packages$/m);
    script.kill('SIGTERM');
    await once(script, 'close');
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
