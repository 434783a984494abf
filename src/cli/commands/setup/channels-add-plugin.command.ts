import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { ChannelSetup, SetupAnswer, SetupQuestion } from '../../../plugins/index.js';
import { type Cli, type OutputOptions, portNumber } from '../../cli.js';
import { CliFailure } from '../../failure.js';
import { answerOf, openPluginSetup, optionName } from '../../plugins/plugin-setup.js';
import { addExample } from '../../program/examples.js';
import { textOf } from '../../input/stdin.js';

type Options = OutputOptions & {
  readonly force?: boolean;
  /** The port; true = the default one. */
  readonly simulated?: number | true;
  readonly probe: boolean;
} & Readonly<Record<string, unknown>>;

/** `gatehouse channels add <channel>` for the channel of a plugin: an option for each of its questions. */
export function addChannelsAddPlugin(parent: Command, cli: Cli, setup: ChannelSetup): void {
  const command = cli
    .withOutputOptions(parent.command(setup.channel))
    .description(`Add the channel to the configuration: ${setup.hint}.`);
  for (const question of setup.questions) {
    for (const option of optionsFor(question)) command.addOption(option);
  }
  addExample(command, exampleOf(setup));
  const { simulated } = setup;
  if (simulated)
    command.option(
      '--simulated [port]',
      `the settings for ${simulated.command}, which listens from this port on (default: ${simulated.port})`,
      portNumber,
    );
  command
    .option('--force', 'change a channel that is already set up; other settings stay')
    .option('--no-probe', 'skip the connection test')
    .action(async (options: Options) => {
      const port = options.simulated === true ? simulated?.port : options.simulated;
      const more = port === undefined ? {} : simulated?.settings(port);
      const opened = await openPluginSetup(cli, setup.channel, more);
      if (!opened) throw new CliFailure(`the plugin of ${setup.channel} is no longer installed`);
      const { addPluginChannel } = await import('../../plugins/add-plugin-channel.js');
      const answers = await answersIn(cli, setup, options);
      await addPluginChannel(cli, options, opened, {
        answers,
        isForced: options.force ?? false,
        isProbed: options.probe,
      });
    });
}

/** With the answers that the service is asked with; a secret from its file. */
function exampleOf({ channel, questions }: ChannelSetup): string {
  const probed = questions.filter(({ isRequired, isProbed }) => isRequired === true || isProbed === true);
  const options = probed.map((question) => {
    if (question.kind === 'secret') return fileOption(question);
    const [name, value] = question.option.split(' ');
    return `--${name ?? ''} ${question.placeholder ?? value ?? ''}`;
  });
  return ['gatehouse channels add', channel, ...options].join(' ');
}

function optionsFor(question: SetupQuestion): readonly Option[] {
  const { option, message, kind, choices } = question;
  const help = question.help ?? message.charAt(0).toLowerCase() + message.slice(1);
  const stdin = kind === 'secret' ? '; - reads it from standard input, hidden from other users' : '';
  const words = kind === 'list' ? `${help}, by commas` : help + stdin;
  const plain = new Option(`--${option}`, words);
  if (choices) plain.choices(choices.map(({ value }) => value));
  if (kind !== 'secret') return [plain];
  const file = new Option(fileOption(question), 'the file that contains it').conflicts(plain.attributeName());
  return [plain, file];
}

const fileOption = (question: SetupQuestion): string => `--${optionName(question)}-file <file>`;

async function answersIn(cli: Cli, { questions }: ChannelSetup, options: Options) {
  const answers: Record<string, SetupAnswer> = {};
  for (const question of questions) {
    const file = options[new Option(fileOption(question)).attributeName()];
    const given = options[new Option(`--${question.option}`).attributeName()];
    const typed = given === '-' && question.kind === 'secret' ? await textOf(cli.world.stdin) : given;
    const answer = typeof typed === 'string' ? answerOf(question, typed) : undefined;
    if (typeof file === 'string') answers[question.setting] = { file: resolve(file) };
    else if (answer !== undefined) answers[question.setting] = answer;
  }
  return answers;
}
