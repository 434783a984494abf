import type { GatehouseConfig, McpServerConfig } from '../../config/index.js';
import { definitionText } from './tool-definition.js';
import { originOf, ToolLists } from './tool-lists.service.js';
import type { ServerList, ToolPin, ToolPins } from './tool-pins.repository.js';

const settingsOf = (more: object = {}) =>
  ({ url: 'https://desk.example', pin: true, ...more }) as unknown as McpServerConfig;
const textOf = (name: string, description = name) =>
  definitionText({ name, description, inputSchema: { type: 'object' } }) as string;
const pinOf = (
  name: string,
  { server = 'desk', settings = settingsOf(), text = textOf(name) } = {},
): ToolPin => ({ server, name, origin: originOf(settings), accepted: text, offered: text });

describe('the lists of tools of a process', () => {
  let servers: Record<string, McpServerConfig>;
  let stored: ToolPin[];
  let version: string;
  let reads: number;
  let noted: ServerList[];
  let all: () => Promise<readonly ToolPin[]>;
  let lists: ToolLists;

  beforeEach(() => {
    [servers, stored, version, reads, noted] = [{ desk: settingsOf() }, [pinOf('read')], '1', 0, []];
    all = async () => stored;
    const pins = {
      all: () => (reads++, all()),
      version: async () => version,
      note: async (list: ServerList) => void noted.push(list),
    };
    lists = new ToolLists(
      { get: () => ({ servers }) } as unknown as GatehouseConfig,
      pins as unknown as ToolPins,
    );
  });
  const namesOf = (server: string) => lists.of(server)?.tools.map(({ name }) => name);
  const listed = (tools: readonly unknown[], hasMore = false) =>
    lists.note('desk', servers.desk!, { tools, hasMore, ttlMs: undefined });
  const withheld = () => lists.of('desk')?.withheld;

  it('have each server with its own tools, of the address that is configured', async () => {
    servers.other = settingsOf({ url: 'https://other.example' });
    servers.empty = settingsOf();
    stored.push(pinOf('write'), pinOf('move', { server: 'other', settings: servers.other }));
    stored.push(pinOf('old', { settings: settingsOf({ url: 'https://before.example' }) }));
    stored.push(pinOf('gone', { server: 'gone' }));
    await lists.reread();
    expect(['desk', 'other', 'empty', 'gone'].map(namesOf)).toEqual([
      ['read', 'write'],
      ['move'],
      [],
      undefined,
    ]);
    expect((await lists.listed('desk'))?.map(({ name }) => name)).toStrictEqual(['read', 'write']);
    expect((await lists.listed('other'))?.map(({ name }) => name)).toEqual(['move']);
    expect(await lists.listed('gone')).toBeUndefined();
    lists.clear();
    expect(lists.of('desk')).toBeUndefined();
  });

  it.each([
    ['address', { url: 'https://b.example' }, { url: 'https://a.example' }],
    ['command', { url: undefined, command: 'b' }, { url: undefined, command: 'a' }],
    ['arguments', { command: 'a', args: ['b'] }, { command: 'a', args: [] }],
  ])('are those of one %s only', async (_, now, before) => {
    expect(originOf(settingsOf(now))).not.toBe(originOf(settingsOf(before)));
    expect(originOf(settingsOf({ ...now, pin: false }))).toBe(originOf(settingsOf(now)));
  });

  it('note what can be shown of a list, and withhold the others with what is wrong', async () => {
    const name = 'x'.repeat(127);
    const odd = [{ name: `${name}😀` }, { name: 'o\u200bdd' }, 7];
    await listed([{ name: 'read', inputSchema: { type: 'object' } }, ...odd], true);
    expect(noted).toEqual([
      {
        server: 'desk',
        origin: originOf(servers.desk!),
        offered: new Map([['read', definitionText({ name: 'read', inputSchema: {} })]]),
      },
    ]);
    const [server, reason] = ['desk', 'unfit'];
    const detail = expect.stringContaining('its name has characters other') as string;
    const unfit = [
      { server, reason, name: `${name}\ufffd`, detail },
      { server, reason, name: 'odd', detail },
      { server, reason, name: '(without a name)', detail },
      { server, reason, name: '…', detail: 'the server has more tools, but only 4 are read' },
    ];
    expect(withheld()).toEqual(unfit);
    expect((await lists.listed('desk'))?.map((each) => [each.name, each.withheld])).toEqual([
      ['read', undefined],
      ...unfit.map((each) => [each.name, 'unfit']),
    ]);
  });

  it('forget what was unfit with the next list, and with the server', async () => {
    await listed([7]);
    expect(withheld()).toHaveLength(1);
    await listed([]);
    expect(withheld()).toEqual([]);
    await listed([7]);
    lists.forget('desk');
    await lists.reread();
    expect(withheld()).toEqual([]);
  });

  it('stay the same objects until something in them has changed', async () => {
    await lists.reread();
    const before = lists.of('desk');
    stored = [pinOf('read')];
    await lists.reread();
    expect(lists.of('desk')).toBe(before);
    const changed = textOf('read', 'reads all');
    const changes: readonly ToolPin[][] = [
      [pinOf('read', { text: changed })],
      [{ ...pinOf('read', { text: changed }), accepted: undefined }],
      [pinOf('read'), pinOf('write')],
    ];
    for (const change of changes) {
      const last = lists.of('desk');
      stored = change;
      await lists.reread();
      expect(lists.of('desk')).not.toBe(last);
    }
    const last = lists.of('desk');
    servers = { desk: settingsOf({ url: 'https://other.example' }) };
    stored = stored.map((pin) => ({ ...pin, origin: originOf(servers.desk!) }));
    await lists.reread();
    expect(lists.of('desk')).not.toBe(last);
  });

  it('are read again only when what is stored has changed', async () => {
    await lists.rereadIfChanged();
    expect([reads, namesOf('desk')]).toEqual([1, ['read']]);
    await lists.rereadIfChanged();
    expect(reads).toBe(1);
    [version, stored] = ['2', [pinOf('write')]];
    await lists.rereadIfChanged();
    expect([reads, namesOf('desk')]).toEqual([2, ['write']]);
  });

  it('are read again at the next look, if reading failed', async () => {
    all = async () => Promise.reject(new Error('down'));
    await expect(lists.rereadIfChanged()).rejects.toThrow('down');
    all = async () => stored;
    await lists.rereadIfChanged();
    expect(namesOf('desk')).toEqual(['read']);
  });

  it('are never replaced by an older answer', async () => {
    const slow = Promise.withResolvers<readonly ToolPin[]>();
    all = () => slow.promise;
    const first = lists.reread();
    await Promise.resolve();
    const second = lists.reread();
    all = async () => [pinOf('new')];
    // Time enough for the second to end first.
    await new Promise(setImmediate);
    slow.resolve([pinOf('old')]);
    await Promise.all([first, second]);
    expect(namesOf('desk')).toEqual(['new']);
  });
});
