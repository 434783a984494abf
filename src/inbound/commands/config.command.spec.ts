import { CORE_SECTIONS } from '../../config/index.js';
import type { CommandCall } from './command.js';
import { ConfigCommand } from './config.command.js';

const NOT_HERE = 'The configuration is shown in a direct chat only: not everyone here may see it.';
const SHOWN = 'All visible settings have their default values.';
const USAGE = 'Write /config show, /config get <path>, /config set <path> <value> or /config unset <path>.';

const config = {
  settingsOfFile: () => [],
  inChats: () => ({ messages: { apology: 'Sorry.' } }),
  scope: { sections: CORE_SECTIONS },
};
const parts = [config, {}, {}, {}] as unknown as ConstructorParameters<typeof ConfigCommand>;

const answerTo = (rest: string, kind: string) =>
  new ConfigCommand(...parts).run({
    stored: { event: { conversation: { id: 'c', kind } } },
    rest,
  } as unknown as CommandCall).text;

describe('/config', () => {
  it.each([
    ['', SHOWN],
    ['show', SHOWN],
    ['Show', SHOWN],
    ['get messages.apology', 'messages.apology = "Sorry."'],
    ['GET messages.apology', 'messages.apology = "Sorry."'],
    ['get', USAGE],
  ])('%j shows nothing outside a direct chat', (rest, inDirect) => {
    const kinds = ['direct', 'group', 'channel'];
    expect(kinds.map((kind) => answerTo(rest, kind))).toEqual([inDirect, NOT_HERE, NOT_HERE]);
  });

  it('names what can be written where a command is incomplete', () => {
    const incomplete = ['set', 'set a.b', 'unset', 'write a.b c'];
    expect(incomplete.map((rest) => answerTo(rest, 'group'))).toEqual(incomplete.map(() => USAGE));
  });
});
