import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { eventually } from '../test/support/eventually.js';
import { itWith } from '../test/support/needs.js';
import { spawn } from '../test/support/programs.js';

const ROOT = resolve(import.meta.dirname, '..');

describe('npm run build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-build-'));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  /** A clone with packages, whose compiler has begun and does not end. */
  beforeAll(() => {
    cpSync(join(ROOT, 'scripts'), join(folder, 'scripts'), { recursive: true });
    cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
    write('package-lock.json', '{"packages":{}}');
    write('node_modules/.package-lock.json', '{"packages":{}}');
    write(
      'node_modules/typescript/bin/tsc',
      'console.error(`tsc is process ${process.pid}`); setInterval(() => undefined, 1_000);',
    );
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const script = spawn(command, args, { cwd: folder, env: { PATH: process.env.PATH, ...env } });
    const said = { text: '' };
    for (const stream of [script.stdout, script.stderr])
      stream.on('data', (data: Buffer) => (said.text += data.toString()));
    const says = (words: string | RegExp) =>
      eventually(() => said.text.search(words) >= 0, { timeoutMs: 30_000, what: `${words} in ${said.text}` });
    return { script, said, says };
  };
  const build = (env?: NodeJS.ProcessEnv) => run(process.execPath, ['scripts/build.mjs'], env);

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)(
    'ends its compiler on %s, and prints that the build is not complete',
    async (signal, exitCode) => {
      const { script, said, says } = build();
      await says('tsc is process');
      script.kill(signal);
      expect(await once(script, 'close')).toEqual([exitCode, null]);
      const [, pid] = /tsc is process (\d+)/.exec(said.text)!;
      expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
      expect(said.text).toMatch(/\nInterrupted: the build is not complete; .+\n$/);
    },
  );

  it('prints the step and every five seconds the progress when there is no terminal', async () => {
    const { script, said, says } = build();
    await says(/^ {2}5 s, 0 of 3 steps done$/m);
    expect(said.text).toMatch(/^> Building, step 1 of 3: compiling the simulators$/m);
    script.kill('SIGTERM');
    await once(script, 'close');
  });

  itWith('script').each([
    ['draws a bar on a terminal, at once', 'xterm', /\r {2}░{24} 0 s, 0 of 3 steps done/],
    ['prints what a step says in place of the bar', 'xterm', '\r\u001b\\[Ktsc is process '],
    ['draws nothing on a dumb terminal', 'dumb', /\n {2}5 s, 0 of 3 steps done\r\n/],
  ])('%s', async (_, TERM, words) => {
    const command = `'${process.execPath}' scripts/build.mjs`;
    const { script, says } = run('script', ['-qfec', command, '/dev/null'], { TERM });
    await says(words);
    script.stdin.write('\u0003');
    await says('Interrupted: ');
    await once(script, 'close');
  });
});
