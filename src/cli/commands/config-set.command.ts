import type { Command } from 'commander';
import type { Cli, ClientOptions } from '../cli.js';
import { changeConfig, outcomeText } from '../config.js';
import { textOf } from '../stdin.js';

/** `gatehouse config set <path> <value>` */
export function addConfigSet(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('set'))
    .description(
      'Change one setting: checked first, comments of the file stay, in force at once where it can be.',
    )
    .argument('<path>', 'for instance channels.imbridge.dmPolicy; allowFrom[] appends to a list')
    .argument(
      '<value>',
      'text, or JSON5 where the setting is no text; - reads it from standard input (for secrets)',
    )
    .action(async (path: string, given: string, options: ClientOptions) => {
      const typed = given === '-' ? await textOf(cli.world.stdin) : given;
      const outcome = await changeConfig(cli, options, (code, scope) => {
        const value = code.parseTyped(code.knownSetting(scope, path), typed);
        return { patch: { set: { [path]: value } }, change: code.setKnown(scope, path, value) };
      });
      cli.print(options, outcome, () => outcomeText(outcome));
    });
}
