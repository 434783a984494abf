import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Cli, ClientOptions, OutputOptions } from '../../cli.js';
import {
  changeConfig,
  explained,
  gatewayFor,
  loadConfigCode,
  outcomeText,
  shownConfig,
} from '../../local/config.js';
import { CliFailure, EXIT } from '../../failure.js';
import { textOf } from '../../input/stdin.js';

/** `gatehouse config …` */
export function addConfig(program: Command, cli: Cli): void {
  const config = program.command('config').description('Read, change and check the configuration.');
  for (const add of [
    addConfigShow,
    addConfigGet,
    addConfigSet,
    addConfigUnset,
    addConfigValidate,
    addConfigSchema,
  ])
    add(config, cli);
}

/** `gatehouse config show` */
function addConfigShow(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('show'))
    .description('Show the current configuration with all defaults; secrets are masked.')
    .action(async (options: ClientOptions) => {
      const shown = await shownConfig(cli, options);
      cli.print(options, shown, () => JSON.stringify(shown.config, null, 2));
    });
}

/** `gatehouse config get <path>` */
function addConfigGet(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('get'))
    .description('Show one setting, or everything below a path; secrets are masked.')
    .argument('<path>', 'for example channels.imbridge.dmPolicy or agents.list[0].id')
    .action(async (path: string, options: ClientOptions) => {
      const code = await loadConfigCode(cli);
      const { config } = await shownConfig(cli, options);
      const value = explained(code, () => code.shownIn(config, code.scope, path), EXIT.usage);
      const source = gatewayFor(cli, options) ? 'gateway' : 'file';
      cli.print(options, { path, value: value ?? null, from: source }, () =>
        typeof value === 'string' ? value : JSON.stringify(value ?? null, null, 2),
      );
    });
}

/** `gatehouse config set <path> <value>` */
function addConfigSet(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('set'))
    .description(
      'Change one setting. The value is checked first, comments in the file stay, and the change takes effect immediately where possible.',
    )
    .argument('<path>', 'for example channels.imbridge.dmPolicy; allowFrom[] appends to a list')
    .argument('<value>', 'text, or JSON5 for non-text settings; - reads it from standard input (for secrets)')
    .action(async (path: string, given: string, options: ClientOptions) => {
      const typed = given === '-' ? await textOf(cli.world.stdin) : given;
      const outcome = await changeConfig(cli, options, (code, scope) => {
        const value = code.parseTyped(code.knownSetting(scope, path), typed);
        return { patch: { set: { [path]: value } }, change: code.setKnown(scope, path, value) };
      });
      cli.print(options, outcome, () => outcomeText(outcome));
    });
}

/** `gatehouse config unset <path>` */
function addConfigUnset(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('unset'))
    .description('Reset one setting to its default, or remove an item from a list.')
    .argument('<path>', 'for example gateway.port or channels.imbridge.allowFrom[0]')
    .action(async (path: string, options: ClientOptions) => {
      const outcome = await changeConfig(cli, options, (code, scope) => ({
        patch: { unset: [path] },
        change: code.unsetKnown(scope, path),
      }));
      cli.print(options, outcome, () => outcomeText(outcome));
    });
}

/** `gatehouse config validate [file]` */
function addConfigValidate(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('validate'))
    .description('Check a configuration file as `start` does, and list every problem by its path.')
    .argument('[file]', "the file (default: the gateway's)")
    .action(async (file: string | undefined, options: OutputOptions) => {
      const code = await loadConfigCode(cli);
      const named = file === undefined ? {} : { configFile: resolve(file), isConfigNamed: true };
      const checked = { ...code.scope.environment, ...named };
      const { text } = explained(code, () => code.loadConfigIn({ ...code.scope, environment: checked }));
      const state = text?.state ?? 'written';
      const answer = { file: checked.configFile, state, valid: true };
      cli.print(options, answer, () => `${checked.configFile} ${STATES[state]}.`);
    });
}

const STATES = {
  written: 'is valid',
  blank: 'is empty: only defaults and the environment apply',
  missing: 'does not exist: only defaults and the environment apply',
} as const;

interface SchemaOptions extends OutputOptions {
  readonly out?: string;
}

/** `gatehouse config schema` */
function addConfigSchema(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('schema'))
    .description(
      'Print a JSON Schema of the configuration file, including installed plugins, for completion and checks in editors.',
    )
    .option('--out <file>', 'write it to this file instead')
    .action(async ({ out, ...options }: SchemaOptions) => {
      const { fileSchema, scope } = await loadConfigCode(cli);
      const schema = fileSchema(scope.sections, scope.unchecked);
      const text = `${JSON.stringify(schema, null, 2)}\n`;
      if (out === undefined) return void cli.world.stdout.write(text);
      const file = resolve(out);
      writeOut(file, text);
      cli.print(options, { file }, () => `${file}: written. In the configuration file: "$schema": "${file}"`);
    });
}

function writeOut(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new CliFailure(`--out: ${file} cannot be written (${code})`, EXIT.usage);
  }
}
