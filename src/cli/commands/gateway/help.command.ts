import type { Command } from 'commander';
import { pageOf, titleOf, topics } from '../../../common/index.js';
import { editDistance } from '../../../config/index.js';
import type { Cli } from '../../cli.js';
import { CliFailure, EXIT } from '../../failure.js';
import { tableFor } from '../../output/table.js';
import { asCalled } from '../../output/text.js';

/** A wrong name gets so many suggestions. */
const SUGGESTED = 3;

/** `gatehouse help [topic...]`: the help of a command, or a page of the documentation; a command comes first. */
export function addHelp(program: Command, cli: Cli): void {
  program
    .helpCommand(false)
    .command('help')
    .argument('[topic...]', 'a command, or a page of the documentation')
    .description('Show help for a command, or a page of the documentation.')
    .action(async (words: readonly string[]) => {
      const { world } = cli;
      const command = words.reduce(commandBelow, program);
      const found = topicsFor(words.join(' '));
      if (words.length === 0) {
        program.outputHelp();
        world.stdout.write(asCalled(world, `\n${topicList(world.stdout.columns)}\n`));
      } else if (command) {
        command.outputHelp();
        if (found.length > 0) world.stdout.write(asCalled(world, `\n${alsoText('Guide', found)}\n`));
      } else {
        await showPage(cli, words.join(' '), found);
      }
    });
}

/** A command that `complete` and others hide is none for people. */
function commandBelow(parent: Command | undefined, name: string): Command | undefined {
  return parent
    ?.createHelp()
    .visibleCommands(parent)
    .find((each) => each.name() === name);
}

/** The page that is named in full, or else those whose name ends so, the guides first. */
function topicsFor(name: string): readonly string[] {
  const all = topics();
  return all.includes(name) ? [name] : all.filter((topic) => topic.endsWith(`/${name}`));
}

async function showPage({ world }: Cli, name: string, [topic, ...others]: readonly string[]): Promise<void> {
  if (topic === undefined) throw new CliFailure(unknownText(name), EXIT.usage);
  const [{ pageText }, { show }] = await Promise.all([
    import('../../output/page-text.js'),
    import('../../output/pager.js'),
  ]);
  const page = pageText(topic, pageOf(topic), world.stdout.columns);
  const also = others.length === 0 ? '' : `\n${alsoText('See also', others)}\n`;
  await show(world, asCalled(world, `${page}\n${also}`));
}

const alsoText = (label: string, names: readonly string[]): string =>
  `${label}: ${names.map((each) => `gatehouse help ${each}`).join(', ')}`;

function topicList(columns: number | undefined): string {
  const rows = topics().map((topic) => [topic, titleOf(pageOf(topic))]);
  return `Topics, shown by gatehouse help <topic>:\n\n${tableFor(columns)(['TOPIC', 'TITLE'], rows)}`;
}

function unknownText(name: string): string {
  const near = nearestTopics(name.toLowerCase());
  const hint =
    near.length === 0 ? '' : ` Nearest: ${near.map((each) => `gatehouse help ${each}`).join(', ')}.`;
  return `no command or topic is named "${name}".${hint} \`gatehouse help\` lists all`;
}

/** Topics with a similar name, and those whose name or title contains the word. */
function nearestTopics(word: string): readonly string[] {
  const rated = topics().map((topic) => {
    const names = [topic, topic.split('/').at(-1) ?? topic];
    const distance = Math.min(...names.map((each) => editDistance(word, each)));
    const isPart = `${topic} ${titleOf(pageOf(topic))}`.toLowerCase().includes(word);
    return { topic, distance, isNear: isPart || distance <= Math.max(1, word.length / 3) };
  });
  return rated
    .filter(({ isNear }) => isNear)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, SUGGESTED)
    .map(({ topic }) => topic);
}
