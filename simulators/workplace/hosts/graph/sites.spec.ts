import { WorkplaceSetup } from '../../../testing/workplace.js';
import type { Json } from '../../common/json.js';
import type { User } from '../../common/types.js';
import type { Site } from '../../core/world/site.js';

const t = new WorkplaceSetup({ graphPermissions: ['Sites.ReadWrite.All'] });
let site: Site;
let irene: User;

beforeEach(async () => {
  await t.start();
  site = t.sut.addSite('Docs');
  irene = t.sut.addContact('Irene Paz').user;
});
afterEach(t.stop);

const put = (name: string, content: string, behavior = 'rename') =>
  t.graph(
    `PUT /v1.0/sites/${site.id}/drive/root:/GatehouseShared/${encodeURIComponent(name)}:/content?@microsoft.graph.conflictBehavior=${behavior}`,
    Buffer.from(content),
    { headers: { 'content-type': 'application/pdf' } },
  );
const item = (json: Json | undefined, rest = '', version = 'v1.0'): string =>
  `/${version}/sites/${site.id}/drive/items/${String(json?.id)}${rest}`;

describe('sites (workchat-wire 5.4)', () => {
  it('are found by host and path, and have ids of three parts', async () => {
    const { json } = await t.graph(`GET /v1.0/sites/northwind.sharepoint.com:/sites/docs`);
    expect(json).toMatchObject({
      id: site.id,
      displayName: 'Docs',
      webUrl: 'https://northwind.sharepoint.com/sites/docs',
    });
    expect(site.id).toMatch(/^northwind\.sharepoint\.com,[0-9a-f-]{36},[0-9a-f-]{36}$/);
    expect((await t.graph('GET /v1.0/sites/northwind.sharepoint.com:/sites/none')).status).toBe(404);
  });

  it('need their permission', async () => {
    t.sut.app.graphPermissions.clear();
    expect((await put('plan.pdf', 'x')).status).toBe(403);
    expect(t.sut.uploads).toEqual([]);
  });
});

describe('small uploads (workchat-wire 5.4)', () => {
  it('answer 201 with the item, whose eTag holds its unique id', async () => {
    const { status, json } = await put('plan b.pdf', 'bytes');
    expect(status).toBe(201);
    expect(json).toMatchObject({
      id: expect.any(String),
      name: 'plan b.pdf',
      size: 5,
      webUrl: expect.stringContaining('plan%20b.pdf'),
    });
    const data = await t.graph(`GET ${item(json)}?$select=eTag,webDavUrl,name`);
    expect(data.json).toEqual({
      '@odata.context': expect.any(String),
      eTag: expect.stringMatching(/^"\{[0-9A-F-]{36}\},1"$/),
      webDavUrl: 'https://northwind.sharepoint.com/sites/docs/Shared Documents/GatehouseShared/plan b.pdf',
      name: 'plan b.pdf',
    });
    expect(t.sut.uploads).toMatchObject([{ name: 'plan b.pdf', contentType: 'application/pdf' }]);
  });

  it('rename, replace or fail when the name is taken', async () => {
    await put('plan.pdf', 'one');
    const renamed = await put('PLAN.pdf', 'two');
    expect([renamed.status, renamed.json?.name]).toEqual([201, 'PLAN 1.pdf']);
    const replaced = await put('plan.pdf', 'three', 'replace');
    expect([replaced.status, replaced.json?.size, replaced.json?.eTag]).toEqual([
      200,
      5,
      expect.stringMatching(/,2"$/),
    ]);
    const failed = await put('plan.pdf', 'four', 'fail');
    expect([failed.status, failed.json]).toMatchObject([409, { error: { code: 'nameAlreadyExists' } }]);
    expect(site.items).toHaveLength(2);
  });

  it.each(['a:b.pdf', 'a*.pdf', '.hidden ', 'x'.repeat(256)])('refuse the name %j', async (name) => {
    expect((await put(name, 'x')).status).toBe(400);
  });

  it('are refused with 413 above the limit', async () => {
    t.sut.limits.simpleUploadBytes = 10;
    expect((await put('a.pdf', '0123456789')).status).toBe(201);
    expect((await put('b.pdf', '01234567890')).status).toBe(413);
  });
});

describe('upload sessions (workchat-wire 5.2, 5.4)', () => {
  const PIECE = 320 * 1024;

  async function open(name = 'big.zip'): Promise<string> {
    const body = { item: { '@microsoft.graph.conflictBehavior': 'rename', name } };
    const { status, json } = await t.graph(
      `POST /v1.0/sites/${site.id}/drive/root:/GatehouseShared/${name}:/createUploadSession`,
      body,
    );
    expect([status, json?.expirationDateTime]).toEqual([200, expect.any(String)]);
    return String(json?.uploadUrl);
  }

  const send = (
    url: string,
    bytes: Uint8Array,
    range: string,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    fetch(url, {
      method: 'PUT',
      body: Buffer.from(bytes),
      headers: { 'content-range': `bytes ${range}`, ...headers },
    });

  it('take pieces in order and answer the last with the item', async () => {
    const url = await open();
    const total = PIECE + 7;
    const first = await send(url, new Uint8Array(PIECE), `0-${PIECE - 1}/${total}`);
    expect(first.status).toBe(202);
    expect(await first.json()).toEqual({
      expirationDateTime: expect.any(String),
      nextExpectedRanges: [`${PIECE}-`],
    });
    expect(await (await fetch(url)).json()).toMatchObject({ nextExpectedRanges: [`${PIECE}-`] });
    const last = await send(url, new Uint8Array(7), `${PIECE}-${total - 1}/${total}`);
    expect(last.status).toBe(201);
    expect(await last.json()).toMatchObject({ name: 'big.zip', size: total });
    expect(site.items).toMatchObject([{ folder: 'GatehouseShared', name: 'big.zip' }]);
    expect((await send(url, new Uint8Array(1), '0-0/1')).status).toBe(404);
  });

  it.each<[string, string, number, Readonly<Record<string, string>>, number]>([
    ['a token', '0-9/10', 10, { authorization: 'Bearer x' }, 401],
    ['a range that does not fit', '0-9/10', 9, {}, 400],
    ['a range that is none', '*/10', 10, {}, 400],
    ['a piece that is no multiple of 320 KiB', '0-9/20', 10, {}, 400],
    ['a piece out of order', `${PIECE}-${PIECE + 9}/${PIECE + 10}`, 10, {}, 416],
  ])('refuse %s', async (...[, range, size, headers, status]) => {
    expect((await send(await open(), new Uint8Array(size), range, headers)).status).toBe(status);
    expect(site.items).toEqual([]);
  });

  it('refuse a piece above 60 MiB, and only count a large file of zeros', async () => {
    const [most, total] = [(t.sut.limits.uploadPieceMostBytes = 20 * 1024 * 1024), 20 * 1024 * 1024 + 1];
    const url = await open();
    expect((await send(url, new Uint8Array(total), `0-${most}/${total}`)).status).toBe(413);
    expect((await send(url, new Uint8Array(most), `0-${most - 1}/${total}`)).status).toBe(202);
    expect((await send(url, new Uint8Array(1), `${most}-${most}/${total}`)).status).toBe(201);
    expect(site.items[0]!.content).toEqual({ zeros: total });
  });

  it('end by time-out and by DELETE', async () => {
    const old = await open();
    t.sut.clock.advance(t.sut.limits.uploadSessionMs);
    expect((await send(old, new Uint8Array(1), '0-0/1')).status).toBe(404);
    const url = await open();
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(204);
    expect((await send(url, new Uint8Array(1), '0-0/1')).status).toBe(404);
  });
});

describe('links (workchat-wire 5.4)', () => {
  it('are for the organisation in both versions, the same one when asked again', async () => {
    const { json } = await put('plan.pdf', 'x');
    const body = { type: 'view', scope: 'organization' };
    const [made, again] = [
      await t.graph(`POST ${item(json, '/createLink')}`, body),
      await t.graph(`POST ${item(json, '/createLink')}`, body),
    ];
    expect([made.status, again.status]).toEqual([201, 200]);
    expect(made.json).toMatchObject({
      link: { type: 'view', scope: 'organization', webUrl: expect.stringMatching(/^https:/) },
    });
    expect(site.items[0]!.links).toMatchObject([{ scope: 'organization', recipients: [] }]);
  });

  it('for named people are made by the beta version only', async () => {
    const { json } = await put('plan.pdf', 'x');
    const body = { type: 'view', scope: 'users', recipients: [{ objectId: irene.aadObjectId }] };
    expect((await t.graph(`POST ${item(json, '/createLink')}`, body)).status).toBe(400);
    expect((await t.graph(`POST ${item(json, '/createLink', 'beta')}`, body)).status).toBe(201);
    expect(site.items[0]!.links).toMatchObject([{ scope: 'users', recipients: [irene.aadObjectId] }]);
    for (const change of [{ recipients: [] }, { scope: 'everyone', recipients: undefined }]) {
      expect(
        (await t.graph(`POST ${item(json, '/createLink', 'beta')}`, { ...body, ...change })).status,
      ).toBe(400);
    }
    const nobody = { ...body, recipients: [{ objectId: '0b7e5d91-0000-0000-0000-000000000000' }] };
    expect((await t.graph(`POST ${item(json, '/createLink', 'beta')}`, nobody)).status).toBe(400);
  });

  it('are not needed when people are invited to the file', async () => {
    const { json } = await put('plan.pdf', 'x');
    const body = { recipients: [{ objectId: irene.aadObjectId }], roles: ['read'], requireSignIn: true };
    const { status, json: answer } = await t.graph(`POST ${item(json, '/invite')}`, body);
    expect([status, answer?.value]).toMatchObject([200, [{ roles: ['read'] }]]);
  });
});

describe('shares (workchat-wire 5.6)', () => {
  it('redirect to a pre-signed host that refuses tokens', async () => {
    const files = [{ name: 'data set.csv', content: Buffer.from('a,b'), contentType: 'text/csv' }];
    const message = t.sut.people.write({ from: irene, text: 'see', files });
    const share = `u!${Buffer.from(message.files[0]!.contentUrl).toString('base64url')}`;
    const { status, headers } = await t.graph(`GET /v1.0/shares/${share}/driveItem/content`);
    const location = headers.get('location')!;
    expect([status, location.startsWith(t.sut.address('files'))]).toEqual([302, true]);
    expect((await fetch(location, { headers: { authorization: 'Bearer x' } })).status).toBe(401);
    const bytes = await fetch(location);
    expect([bytes.headers.get('content-type'), await bytes.text()]).toEqual(['text/csv', 'a,b']);
    expect((await t.graph('GET /v1.0/shares/u!bm93aGVyZQ/driveItem/content')).status).toBe(404);
  });
});
