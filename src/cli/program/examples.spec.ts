import { Writable } from 'node:stream';
import { Command } from 'commander';
import { Shell } from '../../../test/support/cli-world.js';
import { workchatCommands, workchatSetup } from '../../workchat/index.js';
import { Cli } from '../cli.js';
import { addChannelGroup } from '../commands/setup/channel-group.command.js';
import { addChannelsAddPlugin } from '../commands/setup/channels-add-plugin.command.js';
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

it('the help of each group shows some of its commands at work', async () => {
  const groups = new Set(
    leavesOf(program(), '').flatMap(({ path }) => path.split(' ').slice(0, -1).slice(0, 1)),
  );
  expect(groups.size).toBeGreaterThan(15);
  for (const group of [...groups, 'channels add']) {
    const { stdout } = await shell.run(...group.split(' '), '--help');
    expect(stdout).toMatch(new RegExp(`\nExamples:\n {2}gatehouse ${group} [a-z]`));
  }
  expect((await shell.run('--help')).stdout).toContain('\nExamples:\n  gatehouse onboard\n');
});

it('the help of the commands of a plugin has examples, too', () => {
  const whole = new Command('gatehouse');
  const cli = new Cli({} as CliWorld);
  addChannelGroup(whole, cli, workchatCommands);
  addChannelsAddPlugin(whole.command('channels'), cli, workchatSetup);
  const helpOf = (...path: readonly string[]) => {
    let text = '';
    const command = path.reduce((at, name) => at.commands.find((each) => each.name() === name)!, whole);
    command.configureOutput({ writeOut: (more) => void (text += more) }).outputHelp();
    return text;
  };
  for (const { name } of workchatCommands.commands)
    expect(helpOf('workchat', name)).toContain(`\nExample:\n  gatehouse workchat ${name}`);
  expect(helpOf('channels', 'workchat')).toContain(
    '\nExample:\n  gatehouse channels add workchat --app-id 00000000-0000-0000-0000-000000000000 --app-password-file <file> --tenant-id <id>\n',
  );
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
