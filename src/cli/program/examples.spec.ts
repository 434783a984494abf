import { Writable } from 'node:stream';
import { Shell } from '../../../test/support/cli-world.js';
import { leavesOf } from './examples.js';
import { buildProgram } from './program.js';
import type { CliWorld } from '../world.js';

const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
const program = () => buildProgram({ version: '1', stdout: nowhere, stderr: nowhere } as unknown as CliWorld);
/** The words of an example as a shell would split them. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );

let shell: Shell;
beforeEach(() => {
  shell = new Shell();
});
afterEach(() => shell.remove());

it('the help lists the commands in groups', async () => {
  const { stdout } = await shell.run('--help');
  const headings = ['First steps:', 'Set up:', 'People:', 'Messages:', 'Operate:'];
  const places = headings.map((heading) => stdout.indexOf(`\n${heading}\n`));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places[0]).toBeGreaterThan(0);
  expect(stdout).not.toContain('\nCommands:\n');
});

it.each(leavesOf(program(), '').flatMap(({ path }) => (path === 'complete' ? [] : [path])))(
  'the help of %s has an example that parses',
  async (path) => {
    const { stdout } = await shell.run(...path.split(' '), '--help');
    const example = /\nExample:\n {2}gatehouse (.+)\n/.exec(stdout)?.[1] ?? '';
    expect(example).toMatch(new RegExp(`^${path}( |$)`));
    const run: string[] = [];
    const whole = program();
    for (const each of leavesOf(whole, '')) each.command.action(() => void run.push(each.path));
    await whole.parseAsync(wordsOf(example), { from: 'user' });
    expect(run).toEqual([path]);
  },
);
