import { CORE_SECTIONS } from '../../config/index.js';
import type { CommandCall } from './command.js';
import { ConfigCommand } from './config.command.js';

const NOT_HERE = 'The configuration is only shown in a direct chat, because not everyone here may see it.';
const SHOWN = 'All visible settings have their default values.';
const USAGE = 'Write /config show, /config get <path>, /config set <path> <value> or /config unset <path>.';

/** Whether the gateway's `commands.config` and the channel's `configWrites` permit changes. */
interface Permits {
  readonly config?: boolean;
  readonly configWrites?: boolean;
}

function run(rest: string, kind: string, { config: isOn = true, configWrites = true }: Permits = {}) {
  const values = { messages: { apology: 'Sorry.' } };
  const config = {
    settingsOfFile: () => [],
    inChats: () => values,
    tree: () => values,
    scope: { sections: CORE_SECTIONS },
    get: () => ({ config: isOn }),
  };
  const writer = { plan: () => ({ changed: ['messages.apology'] }) };
  const registry = { account: () => ({ configWrites }) };
  const parts = [config, writer, registry, {}] as unknown as ConstructorParameters<typeof ConfigCommand>;
  const event = { channel: 'fake', sender: { id: 'ann' }, conversation: { id: 'c', kind } };
  return new ConfigCommand(...parts).run({ stored: { event }, rest } as unknown as CommandCall);
}

const answerTo = (...call: Parameters<typeof run>) => run(...call).text;

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

  it.each<[Permits]>([[{ config: false }], [{ configWrites: false }]])(
    'changes nothing where that is not permitted: %j',
    (permits) => {
      const disabled = 'Changing the configuration from a chat is disabled.';
      const changes = ['set messages.apology Oh.', 'unset messages.apology', 'set gateway.port 80'];
      expect(changes.map((rest) => answerTo(rest, 'direct', permits))).toEqual(changes.map(() => disabled));
    },
  );

  it('changes what is open to chats, and nothing else', () => {
    const [open, closed] = ['messages.apology Oh.', 'gateway.port 80'].map((rest) =>
      run(`set ${rest}`, 'group'),
    );
    expect([typeof open?.write, open?.text]).toEqual(['function', '']);
    expect(closed).toEqual({
      text: 'gateway.port is not open to chats: use the command line or the admin API.',
    });
    expect(answerTo('unset gateway.port', 'group')).toBe(closed?.text);
    expect(answerTo('get gateway.port', 'direct')).toBe(closed?.text);
  });
});
