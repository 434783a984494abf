import { WorkplaceSetup } from '../../../testing/workplace.js';
import type { Conversation, Team, User } from '../../common/types.js';

const t = new WorkplaceSetup();
let user: User;
let chat: Conversation;
let team: Team;

beforeEach(async () => {
  await t.start();
  ({ user, chat } = t.sut.addContact('Irene Paz'));
  team = t.sut.world.addTeam({ name: 'Release', members: [user], hasBot: true });
});
afterEach(t.stop);

const base = (id: string): string => `v3/conversations/${encodeURIComponent(id)}`;

async function sends(count: number, conversation = chat): Promise<number[]> {
  const statuses: number[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    statuses.push((await t.send(conversation, { type: 'message', text: String(sent) })).status);
  }
  return statuses;
}

describe('rates of one conversation (workchat-wire 3.4)', () => {
  it('are 7 sends a second', async () => {
    expect(await sends(8)).toEqual([...Array<number>(7).fill(201), 429]);
    const other = t.sut.world.addGroupChat({ members: [user], hasBot: true });
    expect(await sends(1, other)).toEqual([201]);
    t.sut.clock.advance(2_000);
    expect(await sends(1)).toEqual([201]);
  });

  it('are 8 sends in two seconds and 60 in thirty', async () => {
    await sends(7);
    t.sut.clock.advance(1_000);
    expect(await sends(2)).toEqual([201, 429]);
    for (let round = 0; round < 8; round += 1) {
      t.sut.clock.advance(2_500);
      await sends(7);
    }
    t.sut.clock.advance(2_500);
    const [last] = [await t.send(chat, { type: 'message', text: 'x' })];
    expect([last.status, last.headers.get('retry-after')]).toEqual([429, '30']);
  });

  it('count typing, and answer 429 with a body and Retry-After', async () => {
    await sends(7);
    const { status, json, headers } = await t.send(chat, { type: 'typing' });
    expect([status, headers.get('retry-after')]).toEqual([429, '1']);
    expect(json).toEqual({
      error: { code: 'TooManyRequests', message: expect.stringMatching(/^API calls quota exceeded/) },
    });
  });

  it('are 14 reads a second, and 5 a minute of the old members call', async () => {
    const read = async (path: string): Promise<number> =>
      (await t.service(`GET ${base(chat.id)}/${path}`)).status;
    const old: number[] = [];
    for (let call = 0; call < 6; call += 1) old.push(await read('members'));
    expect(old).toEqual([200, 200, 200, 200, 200, 429]);
    const paged: number[] = [];
    for (let call = 0; call < 9; call += 1) paged.push(await read('pagedmembers'));
    expect(paged).toEqual([...Array<number>(8).fill(200), 429]);
  });

  it('are 50 calls a second in a tenant', async () => {
    const chats = Array.from({ length: 8 }, () =>
      t.sut.world.addGroupChat({ members: [user], hasBot: true }),
    );
    const all: number[] = [];
    for (const each of chats) all.push(...(await sends(7, each)));
    expect(all.slice(0, 50)).toEqual(Array<number>(50).fill(201));
    expect(all.slice(50)).toEqual(Array<number>(6).fill(429));
  });

  it('can be switched off', async () => {
    t.sut.limits.enforceRates = false;
    expect(await sends(10)).toEqual(Array<number>(10).fill(201));
  });
});

describe('members (workchat-wire 3.1)', () => {
  it('have all the fields of the platform', async () => {
    const { json } = await t.service(`GET ${base(chat.id)}/members/${user.aadObjectId}`);
    expect(json).toEqual({
      id: user.id,
      name: 'Irene Paz',
      givenName: 'Irene',
      surname: 'Paz',
      email: 'irene.paz@northwind.example',
      userPrincipalName: 'irene.paz@northwind.example',
      tenantId: user.tenantId,
      userRole: 'user',
      objectId: user.aadObjectId,
    });
    expect((await t.service(`GET ${base(chat.id)}/members/29:nobody`)).status).toBe(404);
  });

  it('come in pages of the size that is asked, 50 at least', async () => {
    for (let count = 0; count < 70; count += 1)
      team.members.push(t.sut.world.addUser({ name: `Person ${count}` }));
    const path = `GET ${base(team.id)}/pagedmembers?pageSize=10`;
    const first = await t.service(path);
    expect(first.json?.members).toHaveLength(50);
    const second = await t.service(`${path}&continuationToken=${String(first.json?.continuationToken)}`);
    expect(second.json?.members).toHaveLength(21);
    expect(second.json).not.toHaveProperty('continuationToken');
    expect((await t.service(`${path}&continuationToken=nonsense`)).status).toBe(400);
  });

  it('have a page size that a test can lower', async () => {
    team.members.push(t.sut.world.addUser({ name: 'Ben Oh' }));
    t.sut.limits.membersPageSize = 1;
    const { json } = await t.service(`GET ${base(team.id)}/pagedmembers`);
    expect(json?.members).toHaveLength(1);
    expect(json).toHaveProperty('continuationToken');
  });

  it('of a message are those of its conversation, and one can be removed', async () => {
    const message = t.sut.people.write({ from: user, text: 'x' });
    const { json } = await t.service(`GET ${base(chat.id)}/activities/${message.id}/members`);
    expect(json).toMatchObject([{ id: user.id }]);
    const group = t.sut.world.addGroupChat({ members: [user], hasBot: true });
    expect((await t.service(`DELETE ${base(group.id)}/members/${encodeURIComponent(user.id)}`)).status).toBe(
      204,
    );
    expect(group.members).toEqual([]);
  });
});

describe('teams (workchat-wire 3.1, 1.2)', () => {
  it('have the directory group that belongs to a thread id', async () => {
    const { json } = await t.service(`GET v3/teams/${encodeURIComponent(team.id)}`);
    const { id, aadGroupId } = team;
    expect(json).toEqual({
      id,
      name: 'Release',
      type: 'standard',
      aadGroupId,
      channelCount: 1,
      memberCount: 1,
    });
  });

  it('list their channels, General without a name', async () => {
    const work = t.sut.world.addChannel(team, { name: 'Work' });
    const { json } = await t.service(`GET v3/teams/${encodeURIComponent(team.id)}/conversations`);
    expect(json?.conversations).toEqual([
      { id: team.id, type: 'standard' },
      { id: work.id, name: 'Work', type: 'standard' },
    ]);
  });

  it('are refused to a bot that is not in them', async () => {
    t.sut.membership.uninstall(team, user);
    expect((await t.service(`GET v3/teams/${encodeURIComponent(team.id)}`)).status).toBe(403);
    expect((await t.service(`GET v3/teams/${team.aadGroupId}`)).status).toBe(404);
  });
});
