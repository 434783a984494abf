import { fieldsOf } from '../../../common/index.js';
import { Argument, type Command } from 'commander';
import { isPlainName } from '../../../config/process/plain-name.js';
import type { Cli } from '../../cli.js';
import { completionFor, type Kind, KINDS, type Shell, SHELLS } from '../../program/completion.js';

/** `gatehouse completion <shell>`, and `gatehouse complete <kind>`, which its script asks for names */
export function addCompletion(program: Command, cli: Cli): void {
  program
    .command('completion')
    .description('Print a shell completion script: source <(gatehouse completion bash)')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action((shell: Shell) => void cli.world.stdout.write(`${completionFor(program, shell)}\n`));
  program
    .command('complete', { hidden: true })
    .description('Print the names in the configuration file, one per line.')
    .addArgument(new Argument('<kind>', 'the kind of names').choices(KINDS))
    .action((kind: Kind) => {
      // The file may be invalid; a shell may take anything but a word for a command.
      for (const name of namesIn(cli, kind).filter(isPlainName)) cli.world.stdout.write(`${name}\n`);
    });
}

/** Reads the file only: a shell waits for the answer at each key. */
function namesIn({ world }: Cli, kind: Kind): readonly string[] {
  const { channels, agents } = world.readConfigFile(world.environment().configFile);
  const { defaults: _, ...sections } = fieldsOf(channels);
  if (kind === 'channels') return [...new Set(['imbridge', ...Object.keys(sections)])];
  if (kind === 'accounts') return [...new Set(['default', ...Object.values(sections).flatMap(accountsOf)])];
  const { list } = fieldsOf(agents);
  const ids = Array.isArray(list) ? list.map((each: unknown) => fieldsOf(each).id) : [];
  return ids.length === 0 ? ['main'] : ids.filter((id) => typeof id === 'string');
}

const accountsOf = (section: unknown): readonly string[] => Object.keys(fieldsOf(fieldsOf(section).accounts));
