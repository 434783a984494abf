import { WorkplaceSetup } from '../../../testing/workplace.js';
import { callTo } from '../../core/faults.js';
import { graphThrottled } from '../../http/problems.js';
import type { Json } from '../../common/json.js';
import type { User } from '../../common/types.js';

const t = new WorkplaceSetup({
  resourcePermissions: [],
  graphPermissions: ['User.Read.All', 'Group.Read.All'],
});
let irene: User;

beforeEach(async () => {
  await t.start();
  irene = t.sut.addContact('Irene Paz').user;
});
afterEach(t.stop);

const found = (json: Json | undefined): readonly Json[] => json?.value as readonly Json[];
const names = (json: Json | undefined) => found(json).map(({ displayName }) => displayName);
const query = (path: string, parameters: Readonly<Record<string, string>>): string =>
  `GET /v1.0${path}?${new URLSearchParams(parameters).toString()}`;

describe('people (workchat-wire 5.5)', () => {
  it('are found by directory id and principal name, with the fields that are selected', async () => {
    const select = { $select: 'id,displayName,mail,userPrincipalName' };
    for (const id of [irene.aadObjectId, irene.userPrincipalName.toUpperCase()]) {
      const { status, json } = await t.graph(query(`/users/${id}`, select));
      expect(status).toBe(200);
      expect(json).toEqual({
        '@odata.context': expect.stringContaining('/v1.0/$metadata#users'),
        id: irene.aadObjectId,
        displayName: 'Irene Paz',
        mail: 'irene.paz@northwind.example',
        userPrincipalName: 'irene.paz@northwind.example',
      });
    }
  });

  it('are not found by the id of the bot channel', async () => {
    const { status, json } = await t.graph(`GET /v1.0/users/${encodeURIComponent(irene.id)}`);
    expect([status, json]).toMatchObject([404, { error: { code: 'Request_ResourceNotFound' } }]);
  });

  it('are found by exact mail or principal name, and by display name, which may be two', async () => {
    t.sut.world.addUser({ name: 'Irene Paz' });
    const mail =
      "mail eq 'IRENE.paz@northwind.example' or userPrincipalName eq 'irene.paz@northwind.example'";
    expect(found((await t.graph(query('/users', { $filter: mail }))).json)).toHaveLength(1);
    const name = "displayName eq 'Irene Paz'";
    expect(found((await t.graph(query('/users', { $filter: name }))).json)).toHaveLength(2);
  });

  it('are found by a name with doubled quotes; a single quote breaks or injects into the filter', async () => {
    t.sut.world.addUser({ name: "Ann O'Hara" });
    const right = await t.graph(query('/users', { $filter: "displayName eq 'Ann O''Hara'" }));
    expect(names(right.json)).toEqual(["Ann O'Hara"]);
    const broken = await t.graph(query('/users', { $filter: "displayName eq 'Ann O'Hara'" }));
    expect([broken.status, broken.json]).toMatchObject([
      400,
      { error: { message: 'Invalid filter clause' } },
    ]);
    const injected = await t.graph(
      query('/users', { $filter: "displayName eq 'x' or startswith(displayName,'Irene')" }),
    );
    expect(names(injected.json)).toEqual(['Irene Paz']);
  });

  it('are searched only with the header ConsistencyLevel: eventual', async () => {
    t.sut.world.addUser({ name: 'Ben Oh' });
    const search = query('/users', { $search: '"displayName:ire"' });
    const refused = await t.graph(search);
    expect([refused.status, refused.json]).toMatchObject([
      400,
      { error: { code: 'Request_UnsupportedQuery' } },
    ]);
    const { json } = await t.graph(search, undefined, { headers: { consistencylevel: 'eventual' } });
    expect(names(json)).toEqual(['Irene Paz']);
  });

  it('of another tenant answer 404', async () => {
    const tenant = t.sut.world.addTenant({ name: 'Contoso', domain: 'contoso.example' });
    const other = t.sut.world.addUser({ name: 'Olga Ny', tenant });
    expect((await t.graph(`GET /v1.0/users/${other.aadObjectId}`)).status).toBe(404);
  });
});

describe('pages (workchat-wire 5.5)', () => {
  it('name the next one by an absolute address, with the query kept', async () => {
    for (const name of ['Ann', 'Ben', 'Cal', 'Dee']) t.sut.world.addUser({ name });
    const seen: unknown[] = [];
    let request: string | undefined = query('/users', { $top: '2', $select: 'displayName' });
    while (request !== undefined) {
      const { json } = await t.graph(request);
      seen.push(...names(json));
      const link = json?.['@odata.nextLink'];
      if (typeof link === 'string') expect(link.startsWith(`${t.sut.cloud.graphUrl}/v1.0/users?`)).toBe(true);
      request = typeof link === 'string' ? `GET ${link}` : undefined;
    }
    expect(seen).toEqual(['Irene Paz', 'Ann', 'Ben', 'Cal', 'Dee']);
    expect(t.sut.requestsTo('graph')).toHaveLength(3);
  });

  it('have a size that a test can lower, and refuse a size beyond the limit', async () => {
    t.sut.world.addUser({ name: 'Ben Oh' });
    t.sut.limits.graphPageSize = 1;
    expect((await t.graph('GET /v1.0/users')).json).toHaveProperty(['@odata.nextLink']);
    t.sut.limits.graphPageSize = undefined;
    expect((await t.graph(query('/users', { $top: '1000' }))).status).toBe(400);
  });
});

describe('teams and channels (workchat-wire 5.5, 5.6)', () => {
  it('are found by name as groups, and General is the team of the bot platform', async () => {
    const team = t.sut.world.addTeam({ name: 'Release', members: [irene] });
    const work = t.sut.world.addChannel(team, { name: 'Work', type: 'private' });
    const filter = "resourceProvisioningOptions/Any(x:x eq 'Team') and startswith(displayName,'Rel')";
    const groups = await t.graph(query('/groups', { $filter: filter, $select: 'id,displayName' }));
    expect(found(groups.json)).toEqual([{ id: team.aadGroupId, displayName: 'Release' }]);
    const channels = await t.graph(`GET /v1.0/teams/${team.aadGroupId}/channels?$select=id,displayName`);
    expect(found(channels.json)).toEqual([
      { id: team.id, displayName: 'General' },
      { id: work.id, displayName: 'Work' },
    ]);
    t.sut.membership.renameChannel(team.channels[0]!, 'Allgemein', irene);
    const one = await t.graph(`GET /v1.0/teams/${team.aadGroupId}/channels/${encodeURIComponent(work.id)}`);
    expect(one.json).toMatchObject({ id: work.id, membershipType: 'private' });
    const own = await t.graph(query('/teams', { $filter: "displayName eq 'Release'" }));
    expect(found(own.json)).toEqual([{ id: team.aadGroupId, displayName: 'Release' }]);
    expect((await t.graph(`GET /v1.0/groups/${team.aadGroupId}`)).json).toMatchObject({
      displayName: 'Release',
    });
    const primary = await t.graph(`GET /v1.0/teams/${team.aadGroupId}/primaryChannel`);
    expect(primary.json).toMatchObject({ id: team.id, displayName: 'Allgemein' });
    const members = await t.graph(`GET /v1.0/teams/${team.aadGroupId}/members`);
    expect(found(members.json)).toMatchObject([{ userId: irene.aadObjectId, displayName: 'Irene Paz' }]);
    const ofChannel = `GET /v1.0/teams/${team.aadGroupId}/channels/${team.channels[0]!.id}/members`;
    expect((await t.graph(ofChannel)).status).toBe(403);
    t.sut.app.graphPermissions.add('ChannelMember.Read.All');
    expect(found((await t.graph(ofChannel)).json)).toMatchObject([{ userId: irene.aadObjectId }]);
  });

  it('refuse the thread id of a team in place of its group id', async () => {
    const team = t.sut.world.addTeam({ name: 'Release', members: [irene] });
    const { status, json } = await t.graph(`GET /v1.0/teams/${encodeURIComponent(team.id)}/channels`);
    expect([status, json]).toMatchObject([400, { error: { message: 'teamId needs to be a valid GUID.' } }]);
  });
});

describe('access to the directory (workchat-wire 5.5, 5.6)', () => {
  it('is refused with 401 without a token for Graph', async () => {
    for (const token of [null, 'a.b.c', await t.token('bot')]) {
      const { status, json } = await t.graph('GET /v1.0/users', undefined, { token });
      expect([status, json]).toMatchObject([401, { error: { code: 'InvalidAuthenticationToken' } }]);
    }
  });

  it('is refused until a token is requested after the permission was granted', async () => {
    t.sut.app.graphPermissions.clear();
    const token = await t.token('graph');
    t.sut.app.graphPermissions.add('User.Read.All');
    const refused = await t.graph('GET /v1.0/users', undefined, { token });
    expect(refused.status).toBe(403);
    expect(refused.json).toEqual({
      error: {
        code: 'Authorization_RequestDenied',
        message: 'Insufficient privileges to complete the operation.',
        innerError: {
          date: expect.any(String),
          'request-id': expect.any(String),
          'client-request-id': expect.any(String),
        },
      },
    });
    expect((await t.graph('GET /v1.0/users')).status).toBe(200);
  });

  it('is given by a resource-specific permission only where the app is installed', async () => {
    t.sut.app.graphPermissions.clear();
    t.sut.app.resourcePermissions.add('ChannelSettings.Read.Group');
    const [inside, outside] = [true, false].map((hasBot) =>
      t.sut.world.addTeam({ name: 'Release', members: [irene], hasBot }),
    );
    expect((await t.graph(`GET /v1.0/teams/${inside!.aadGroupId}/channels`)).status).toBe(200);
    const { status, json } = await t.graph(`GET /v1.0/teams/${outside!.aadGroupId}/channels`);
    expect([status, json]).toMatchObject([403, { error: { code: 'Forbidden' } }]);
  });

  it('is refused to /me, the app has no drive of its own (5.1)', async () => {
    const { status, json } = await t.graph('GET /v1.0/me/drive');
    expect([status, json]).toMatchObject([
      400,
      { error: { message: '/me request is only valid with delegated authentication flow.' } },
    ]);
  });

  it('can be throttled', async () => {
    t.sut.faults.requests.next({ kind: 'answer', answer: graphThrottled(5) }, { when: callTo('graph') });
    const { status, headers } = await t.graph('GET /v1.0/users');
    expect([status, headers.get('retry-after')]).toEqual([429, '5']);
  });
});

describe('the registration of the app', () => {
  it('shows how its secrets begin and when they end, where it may be read', async () => {
    const path = query('/applications', { $filter: `appId eq '${t.sut.app.appId}'` });
    expect((await t.graph(path)).status).toBe(403);
    t.sut.app.graphPermissions.add('Application.Read.All');
    t.sut.app.addSecret('xyz-a-new-one');
    t.sut.app.expireSecret(Date.UTC(2030, 0, 1));
    const [app] = found((await t.graph(path)).json);
    expect(app?.passwordCredentials).toMatchObject([
      { endDateTime: '2299-12-31T00:00:00.000Z' },
      { hint: 'xyz', endDateTime: '2030-01-01T00:00:00.000Z', secretText: null },
    ]);
    expect(JSON.stringify(app)).not.toContain('a-new-one');
  });
});
