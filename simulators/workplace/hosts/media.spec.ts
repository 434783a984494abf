import { WorkplaceSetup } from '../../testing/workplace.js';
import { callTo } from '../core/faults.js';
import type { User } from '../common/types.js';

const t = new WorkplaceSetup();
let user: User;

beforeEach(async () => {
  await t.start();
  user = t.sut.addContact('Irene Paz').user;
});
afterEach(t.stop);

const get = (url: string, token?: string) =>
  fetch(url, { redirect: 'manual', headers: token ? { authorization: `Bearer ${token}` } : {} });

describe('files of personal chats (workchat-wire 1.16)', () => {
  const files = [{ name: 'report.docx', content: Buffer.from('docx'), contentType: 'application/msword' }];
  const downloadUrl = (): string => {
    const { activity } = t.sut.people.write({ from: user, text: 'read this', files });
    return (activity.attachments![0]!.content as { downloadUrl: string }).downloadUrl;
  };

  it('are downloaded without a token; a request with one is refused and noted', async () => {
    const url = downloadUrl();
    const response = await get(url);
    expect([response.status, await response.text()]).toEqual([200, 'docx']);
    expect((await get(url, await t.token('graph'))).status).toBe(401);
    expect(t.sut.complaints.map(({ code }) => code)).toEqual(['token-leak']);
  });

  it('have different addresses when they have one name, in the library of their sender', async () => {
    const ben = t.sut.addContact('Ben Oh').user;
    const teams = ['Release', 'Release'].map((name) => t.sut.world.addTeam({ name, members: [user, ben] }));
    const places = [
      t.sut.world.addGroupChat({ members: [user, ben] }),
      ...teams.map(({ channels }) => channels[0]!),
    ];
    const urls = places.flatMap((place) =>
      ['one', 'two'].map((text) => {
        const file = { name: 'report.docx', content: Buffer.from(text) };
        return t.sut.people.write({ from: ben, in: place, files: [file] }).files[0]!.contentUrl;
      }),
    );
    expect(new Set(urls).size).toBe(6);
    expect(urls[0]).toContain('/personal/ben_oh_northwind_example/');
    expect(urls[1]).toMatch(/report 1\.docx$/);
    t.sut.app.graphPermissions.add('Files.Read.All');
    const share = `u!${Buffer.from(urls[5]!).toString('base64url')}`;
    const { headers } = await t.graph(`GET /v1.0/shares/${share}/driveItem/content`);
    expect(await (await get(headers.get('location')!)).text()).toBe('two');
    const item = await t.graph(`GET /v1.0/shares/${share}/driveItem`);
    expect(item.json).toMatchObject({ name: 'report 1.docx', size: 3 });
  });

  it('are refused with 403 once their address has expired', async () => {
    const url = downloadUrl();
    t.sut.clock.advance(t.sut.limits.downloadUrlMs);
    expect((await get(url)).status).toBe(403);
  });

  it('are missing without supportsFiles in the manifest, and in groups', () => {
    const group = t.sut.world.addGroupChat({ members: [user], hasBot: true });
    const types = (attachments: readonly { contentType?: unknown }[] = []) =>
      attachments.map(({ contentType }) => contentType);
    expect(
      types(t.sut.people.write({ from: user, in: group, text: 'a', files }).activity.attachments),
    ).toEqual(['text/html']);
    t.sut.app.supportsFiles = false;
    expect(types(t.sut.people.write({ from: user, text: 'a', files }).activity.attachments)).toEqual([
      'text/html',
    ]);
  });
});

describe('pictures (workchat-wire 1.17)', () => {
  const content = Buffer.from('picture');

  it('are attachments at the connector, which needs the bot’s token', async () => {
    const { activity } = t.sut.people.write({ from: user, text: 'see', images: [{ content }] });
    const url = String(activity.attachments![0]!.contentUrl);
    expect((await get(url)).status).toBe(401);
    expect((await get(url, await t.token('graph'))).status).toBe(401);
    const token = await t.token('bot');
    expect(await (await get(url, token)).text()).toBe('picture');
    const info = await get(url.replace('/views/original', ''), token);
    expect(await info.json()).toEqual({
      name: 'image.png',
      type: 'image/png',
      views: [
        { viewId: 'original', size: 7 },
        { viewId: 'thumbnail', size: 7 },
      ],
    });
  });

  it('are images in html at the media host, which needs the bot’s token', async () => {
    const { activity } = t.sut.people.write({ from: user, text: 'see', images: [{ content, form: 'asm' }] });
    const [, url = ''] = /<img src="([^"]+)"/.exec(String(activity.attachments?.[0]?.content)) ?? [];
    expect(url).toMatch(/\/v1\/objects\/\w+\/views\/imgo$/);
    expect([(await get(url)).status, (await get(url, await t.token('graph'))).status]).toEqual([401, 403]);
    expect((await get(url, await t.token('bot'))).status).toBe(200);
  });

  it('have a public address', async () => {
    const { activity } = t.sut.people.write({ from: user, text: 'see', images: [{ content, form: 'cdn' }] });
    const [image] = activity.attachments!;
    expect(image!.contentType).toBe('image/png');
    expect((await get(String(image!.contentUrl))).status).toBe(200);
  });
});

describe('untrusted hosts (workchat-wire 6)', () => {
  it('accept a token of one kind only', async () => {
    const url = t.sut.publish({ needs: 'graph', content: Buffer.from('x') });
    const statuses = [
      await get(url),
      await get(url, await t.token('bot')),
      await get(url, await t.token('graph')),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([401, 403, 200]);
    expect(t.sut.requestsTo('media').map(({ token }) => token)).toEqual(['none', 'bot', 'graph']);
  });

  it('redirect to others, which record whether a token came along', async () => {
    const foreign = `${t.sut.address('foreign')}/steal`;
    const url = t.sut.publish({ redirectTo: foreign });
    const { status, headers } = await get(url);
    expect([status, headers.get('location')]).toEqual([302, foreign]);
    expect(new URL(foreign).hostname).not.toBe(new URL(url).hostname);
    await get(foreign, await t.token('bot'));
    await get(foreign);
    expect(t.sut.requestsTo('foreign').map(({ token }) => token)).toEqual(['bot', 'none']);
    expect(t.sut.complaints).toMatchObject([
      { code: 'token-leak', text: expect.stringContaining('foreign') },
    ]);
    expect(JSON.stringify(t.sut.requests)).not.toContain('Bearer');
  });

  it('redirect in circles', async () => {
    const there = t.sut.publish({
      id: 'there',
      redirectTo: `${t.sut.address('media')}/public/back`,
      status: 307,
    });
    t.sut.publish({ id: 'back', redirectTo: there });
    expect((await get(there)).status).toBe(307);
    await expect(fetch(there)).rejects.toThrow();
  });

  it('lie about the type, and send 20 MB', async () => {
    const lie = await get(
      t.sut.publish({ content: Buffer.from('MZ'), headers: { 'content-type': 'image/png' } }),
    );
    expect([lie.headers.get('content-type'), await lie.text()]).toEqual(['image/png', 'MZ']);
    const big = await get(t.sut.publish({ content: { zeros: 20_000_000 } }));
    expect(big.headers.get('content-length')).toBe('20000000');
    let read = 0;
    for await (const chunk of big.body!) {
      read += (chunk as Uint8Array).byteLength;
      if (read > 1_000_000) break;
    }
    expect(read).toBeLessThan(20_000_000);
  });

  it('break off in the middle of a body', async () => {
    const url = t.sut.publish({ content: Buffer.alloc(1000) });
    t.sut.faults.requests.next({ kind: 'broken' }, { when: callTo('media') });
    const response = await get(url);
    await expect(response.arrayBuffer()).rejects.toThrow();
  });
});
