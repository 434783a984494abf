import { buffer } from 'node:stream/consumers';
import type { InboundMessage } from '../../src/channels/index.js';
import { DEFAULT_ACCOUNT } from '../../src/channels/index.js';
import { RemoteFiles } from '../../src/media/index.js';
import { pinnedConnect } from '../../src/media/remote/pinned-connection.js';
import { callTo, type NewMessage } from '../../simulators/index.js';
import { MemoryMeter } from '../support/memory-meter.js';
import { WorkchatWorld } from '../support/workchat-world.js';

const w = new WorkchatWorld();
const { signal } = new AbortController();
const MB = 1024 * 1024;

beforeAll(w.start);
afterAll(w.stop);

/** Restarts the bot with these permissions, since a token keeps those of the time of its request. */
async function grant(graph: readonly string[], resource: readonly string[], settings: object = {}) {
  const { graphPermissions, resourcePermissions } = w.cloud.app;
  for (const [set, names] of [[graphPermissions, graph] as const, [resourcePermissions, resource] as const]) {
    set.clear();
    for (const name of names) set.add(name);
  }
  const { mediaAllowHosts, mediaAuthAllowHosts } = w.cloud.settings;
  // These tests must not connect beyond this machine, whatever the guard decides.
  const remote = new RemoteFiles(
    async () => Promise.reject(new Error('no names here')),
    async (target, ...call) => {
      if (!target.address.startsWith('127.')) throw new Error(`a call to ${target.address}`);
      return pinnedConnect(target, ...call);
    },
  );
  await w.restart({ remote, workchat: { mediaAllowHosts, mediaAuthAllowHosts, ...settings } });
  w.people();
}

/** The fetched files of a message in order: name and text, or name and problem. */
async function filesOf(message: InboundMessage, maxBytes = MB): Promise<string[]> {
  const found: string[] = [];
  const { attachments, possibleFiles } = message;
  const possible = possibleFiles === undefined ? [] : [{ id: possibleFiles, name: 'file' }];
  for (const { id, name } of [...attachments, ...possible])
    for await (const file of w.bot.connector.fetchMedia(DEFAULT_ACCOUNT, id, { maxBytes }, signal)) {
      const what = 'problem' in file ? `! ${file.problem}` : (await buffer(file.chunks)).toString();
      found.push(`${file.name ?? name}: ${what}`);
    }
  return found;
}

let count = 0;
async function fetched(
  place: 'personal' | 'group' | 'channel',
  more: Partial<NewMessage>,
): Promise<string[]> {
  const where = { personal: w.irene.chat, group: w.group, channel: w.channel }[place];
  const text = `look ${++count}`;
  await w.hears(text, where, more);
  return filesOf(w.accepted(text));
}

const content = Buffer.from('plan');
const file = { name: 'plan.docx', content };
const quiet = { ...file, withoutTag: true };
const picture = { content: Buffer.from('picture') };
const READ_FILES = 'Files.Read.All';
const RESOURCE = ['ChannelMessage.Read.Group', 'ChatMessage.Read.Chat'];
const NO_FILES = 'plan.docx: ! the app has no permission to read it: the app needs Files.Read.All';
const NO_CHANNEL =
  'the app has no permission to read it: the app needs ChannelMessage.Read.Group or ChannelMessage.Read.All';
const NO_GROUP = 'the app has no permission to read it: the app needs ChatMessage.Read.Chat or Chat.Read.All';
const NO_CHAT = 'the app has no permission to read it: the app needs Chat.Read.All';
const PLAN = 'plan.docx: plan';
const PICTURE = 'image: picture';

/**
 * The incoming rows of the capability matrix (spec 3-workchat): the app's permissions, the message received, and the
 * hint.
 */
describe('media that come beside a text', () => {
  const form = (kind: 'attachment' | 'asm' | 'hosted' | 'cdn') => ({ images: [{ ...picture, form: kind }] });

  it('without permissions are files and pictures of personal chats, and pictures with an own address', async () => {
    await grant([], []);
    expect(await fetched('personal', { files: [file] })).toEqual([PLAN]);
    for (const place of ['personal', 'group', 'channel'] as const)
      for (const kind of ['attachment', 'asm', 'cdn'] as const)
        expect([place, kind, await fetched(place, form(kind))]).toEqual([place, kind, [PICTURE]]);
    expect(await fetched('channel', { files: [file] })).toEqual([`file: ! ${NO_CHANNEL}`]);
    expect(await fetched('group', { files: [file] })).toEqual([`file: ! ${NO_GROUP}`]);
    expect(await fetched('channel', form('hosted'))).toEqual([`image: ! ${NO_CHANNEL}`]);
    expect(await fetched('group', form('hosted'))).toEqual([`image: ! ${NO_GROUP}`]);
    expect(await fetched('personal', form('hosted'))).toEqual([`image: ! ${NO_CHAT}`]);
    // No part of the message indicates a file.
    expect(await fetched('group', { files: [quiet] })).toEqual([]);
    const asked = w.cloud.requestsTo('graph').length;
    expect(await fetched('group', { files: [quiet] })).toEqual([]);
    expect(w.cloud.requestsTo('graph')).toHaveLength(asked);
  });

  it("with the manifest's permissions are pictures everywhere; files are named only", async () => {
    await grant([], RESOURCE);
    for (const place of ['personal', 'group', 'channel'] as const)
      expect([place, await fetched(place, form('hosted'))]).toEqual([place, [PICTURE]]);
    expect(await fetched('channel', { files: [file] })).toEqual([NO_FILES]);
    expect(await fetched('group', { files: [quiet, { ...quiet, name: 'two.txt' }] })).toEqual([
      NO_FILES,
      NO_FILES.replace('plan.docx', 'two.txt'),
    ]);
  });

  it('10.9, 10.10, 10.11, 10.12 with those of the tenant too are all files, also in threads', async () => {
    await grant([READ_FILES], RESOURCE);
    const two = [file, { ...file, content: Buffer.from('other') }];
    expect(await fetched('channel', { files: two })).toEqual([PLAN, 'plan 1.docx: other']);
    const post = w.cloud.people.write({ from: w.irene.user, in: w.channel, text: 'post' });
    const reply = { under: post, files: [{ ...file, name: 'reply.txt' }], ...form('hosted') };
    expect(await fetched('channel', reply)).toEqual([PICTURE, 'reply.txt: plan']);
    expect(await fetched('group', { files: [{ ...quiet, name: 'quiet.txt' }] })).toEqual(['quiet.txt: plan']);
    for (const html of ['', '<p>&nbsp;</p>']) {
      const name = `hidden ${html.length}.txt`;
      expect(await fetched('channel', { files: [{ ...quiet, name }], html })).toEqual([`${name}: plan`]);
    }
    w.cloud.app.supportsFiles = false;
    expect(await fetched('personal', { files: [{ ...file, name: 'stub.txt' }] })).toEqual(['stub.txt: plan']);
    w.cloud.app.supportsFiles = true;
    expect(await fetched('group', {})).toEqual([]);
    // A channel's message with words in its rich form would show its files.
    const asked = w.cloud.requestsTo('graph').length;
    expect(await fetched('channel', {})).toEqual([]);
    expect(w.cloud.requestsTo('graph')).toHaveLength(asked);
  });

  it('with permissions of the tenant alone are all files and pictures', async () => {
    await grant(
      ['ChannelMessage.Read.All', 'Chat.Read.All', 'Sites.Read.All'],
      ['ChannelMessage.Read.Group'],
    );
    for (const place of ['group', 'channel'] as const) {
      expect([place, await fetched(place, { files: [file] })]).toEqual([place, [PLAN]]);
      expect([place, await fetched(place, form('hosted'))]).toEqual([place, [PICTURE]]);
    }
  });
});

it('10.35 a picture that comes twice is fetched once, and none of a quote or emoji (row 113351)', async () => {
  await grant([], RESOURCE);
  for (const place of ['personal', 'channel'] as const) {
    const twice = { images: [{ ...picture, alsoInHtml: true }] };
    expect([place, await fetched(place, twice)]).toEqual([place, [PICTURE]]);
  }
  const quoted = await w.hears('first', w.group, { images: [{ ...picture, form: 'asm' }] });
  expect(await fetched('group', { quotes: quoted })).toEqual([]);
  const emoji =
    '<img itemtype="http://schema.skype.com/Emoji" src="https://statics.teams.cdn.office.net/a.png">';
  expect(await fetched('personal', { html: `<p>hi ${emoji}</p>` })).toEqual([]);
  const inline = `<img src="data:image/png;base64,${Buffer.from('inline').toString('base64')}">`;
  expect(await fetched('personal', { html: inline })).toEqual(['image: inline']);
});

describe('a media host', () => {
  const at = (url: string) => ({
    fields: { attachments: [{ contentType: 'image/*', contentUrl: url, name: 'a.png' }] },
  });

  it('that is not allowed is not called, nor through a redirect, and an unlisted one gets no token', async () => {
    await grant([], []);
    const foreign = `${w.cloud.address('foreign')}/steal`;
    const before = w.cloud.requestsTo('foreign').length;
    const refusal = 'a.png: ! files are not fetched from its address (host 127.0.0.4 is not allowed)';
    expect(await fetched('personal', at(foreign))).toEqual([refusal]);
    expect(await fetched('personal', at(w.cloud.publish({ redirectTo: foreign })))).toEqual([refusal]);
    expect(w.cloud.requestsTo('foreign')).toHaveLength(before);
    const needing = w.cloud.publish({ needs: 'bot', content });
    expect(await fetched('personal', at(needing))).toEqual(['a.png: plan']);
    expect(
      w.cloud
        .requestsTo('media')
        .slice(-2)
        .map(({ token }) => token),
    ).toEqual(['none', 'bot']);
    await grant([], [], { mediaAuthAllowHosts: [] });
    expect(await fetched('personal', at(needing))).toEqual(['a.png: ! it could not be fetched (HTTP 401)']);
    expect(w.cloud.requestsTo('media').at(-1)?.token).toBe('none');
    await grant([], [], { mediaAllowHosts: [] });
    expect(await fetched('personal', at(needing))).toEqual([refusal.replace('.4', '.3')]);
    // Any host is allowed, but on this machine only those of the cloud.
    await grant([], [], { mediaAllowHosts: ['*'], mediaAuthAllowHosts: ['*'] });
    expect(await fetched('personal', at(foreign))).toEqual([
      'a.png: ! files are not fetched from its address (not https)',
    ]);
    expect(await fetched('personal', at('https://169.254.169.254/latest/meta-data'))).toEqual([
      'a.png: ! files are not fetched from its address (host 169.254.169.254 is not at a public address)',
    ]);
    expect(w.cloud.requestsTo('foreign')).toHaveLength(before);
  });

  it('that lies, breaks off, is away or sends too much gives a problem instead of the file', async () => {
    await grant([], []);
    const big = w.cloud.publish({ content: { zeros: 3 * MB } });
    expect(await fetched('personal', at(big))).toEqual(['a.png: ! it is too large']);
    expect(await fetched('personal', at(w.cloud.publish({ status: 500 })))).toEqual([
      'a.png: ! it could not be fetched (HTTP 500)',
    ]);
    w.cloud.faults.requests.next({ kind: 'cut' }, { when: callTo('media') });
    expect(await fetched('personal', at(w.cloud.publish({ content })))).toMatchObject([
      expect.stringContaining('it could not be fetched (no answer from'),
    ]);
    w.cloud.faults.requests.next({ kind: 'broken' }, { when: callTo('media') });
    await expect(fetched('personal', at(w.cloud.publish({ content: Buffer.alloc(1000) })))).rejects.toThrow(
      'the download ended early',
    );
    expect(await fetched('personal', { files: [file] })).toEqual([PLAN]);
    w.cloud.clock.advance(w.cloud.limits.downloadUrlMs);
  });
});

it('an address in the text fetches from the directory only the picture of its own message', async () => {
  await grant(['User.Read.All', 'Chat.Read.All'], RESOURCE);
  const graph = w.cloud.address('graph');
  const before = w.cloud.requestsTo('graph').length;
  const foreign = `${graph}/v1.0/chats/19:other@thread.v2/messages/1/hostedContents/x/$value`;
  expect(await fetched('personal', { html: `<img src="${foreign}">` })).toEqual([
    'image: ! the directory did not provide it (absent)',
  ]);
  const paths = w.cloud
    .requestsTo('graph')
    .slice(before)
    .map(({ path }) => path);
  expect(paths).not.toEqual([]);
  expect(paths.every((path) => path.includes('unq.gbl.spaces'))).toBe(true);
  const members = `${w.cloud.serviceUrl}v3/conversations/${w.group.id}/members`;
  for (const address of [
    `${graph}/v1.0/users`,
    `${graph}/v1.0/sites/root/drive/root:/v3/attachments/salaries`,
    `${graph}/v1.0/chats/x/messages/1/hostedContents/%2e%2e/$value`,
    members,
    `${w.cloud.serviceUrl}v3/attachments/%2e%2e%2fusers`,
  ])
    expect(await fetched('personal', { html: `<img src="${address}">` })).toEqual([
      'image: ! it could not be fetched (HTTP 401)',
    ]);
  const tokens = [...w.cloud.requestsTo('service').slice(-2), ...w.cloud.requestsTo('graph').slice(-3)];
  expect(tokens.map(({ token }) => token)).toEqual(Array(5).fill('none'));
  const document = w.cloud.people.compose({ from: w.irene.user, in: w.channel, files: [file] }).files[0]!;
  const asked = w.cloud.requestsTo('graph').length;
  expect(await fetched('personal', { html: `<img src="${document.contentUrl}">` })).toMatchObject([
    expect.stringContaining('is not allowed'),
  ]);
  expect(w.cloud.requestsTo('graph')).toHaveLength(asked);
});

it('a file of 300 MB is fetched with less than 12 MB in memory', async () => {
  await grant([], []);
  const bytes = 300 * MB;
  const url = w.cloud.publish({ content: { zeros: bytes } });
  const attachments = [{ contentType: 'image/*', contentUrl: url, name: 'a.png' }];
  await w.hears('look', w.irene.chat, { fields: { attachments } });
  const { id } = w.accepted('look').attachments[0]!;
  const held = new MemoryMeter(bytes);
  const fetched: unknown[] = [];
  for await (const file of w.bot.connector.fetchMedia(DEFAULT_ACCOUNT, id, { maxBytes: bytes }, signal))
    fetched.push('chunks' in file ? await held.count(file.chunks) : file);
  expect(fetched).toEqual([bytes]);
  expect(held.most).toBeLessThan(12 * MB);
});
