import type { ConnectorRegistry } from '../channels/index.js';
import type { Identities, Users } from '../access-control/index.js';
import { type NamedPerson, PersonFinder } from './person-finder.service.js';

const registry = { find: () => undefined } as unknown as ConnectorRegistry;
const sut = new PersonFinder(registry, {} as Identities, {} as Users);

it.each(['   ', '', 'a\0b', '\ud800'])(
  'a sender that no row can have, %j, is refused on a channel that is not configured either',
  async (sender) => {
    await expect(sut.find({ channel: 'gone', sender })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: 'sender_id is not a sender of this channel: give the address or id, not a name',
    });
  },
);

it('a sender of a channel that is configured no more is taken as it is written', async () => {
  const { addresses } = await sut.find({ channel: 'gone', account: 'old', sender: ' ann ' });
  expect(addresses).toEqual([{ channel: 'gone', account: 'old', senderId: 'ann' }]);
});

const COMBINED = 'cannot be combined with channel, account or sender_id';

it.each([
  [{ channel: 'imbridge', userId: 'usr_1' }, 'user_id', COMBINED, 'invalid'],
  [{ account: 'default', userId: 'usr_1' }, 'user_id', COMBINED, 'invalid'],
  [{ sender: 'ann', userId: 'usr_1' }, 'user_id', COMBINED, 'invalid'],
  [{ sender: 'ann' }, 'channel', 'is missing, and so is user_id', 'required'],
  [{ channel: 'imbridge' }, 'sender_id', 'is missing', 'required'],
])('%j is refused by its field', async (named, field, words, code) => {
  const details = `${field} ${words}`;
  await expect(sut.find(named)).rejects.toMatchObject({
    details,
    fields: [{ field, code, message: details }],
  });
});

describe('on a channel that is configured', () => {
  /** Reads ids without blanks, in lower case on all accounts but one, and numbers with the code of the country. */
  const connector = {
    accounts: () => accounts.map((account) => ({ account })),
    normalizeSender: (account: string, text: string) => {
      const read = account === 'exact' ? text.trim() : text.trim().toLowerCase();
      return account === 'british' ? read.replace(/^0/, '+44') : read.replace(/^letters:.*/, '');
    },
    aliasesOf: async (account: string, sender: string) => (sender === 'ann' ? [`${account}-ann`, 'ann'] : []),
  };
  let accounts: string[];
  /** The senders of each user. */
  let linked: Record<string, { channel: string; account: string; senderId: string }[]>;
  beforeEach(() => {
    accounts = ['first', 'second'];
    linked = {};
  });

  const identities = {
    userOf: async ({ channel, account }: { channel: string; account: string }, senderId: string) => {
      const isIt = (each: object) => JSON.stringify(each) === JSON.stringify({ channel, account, senderId });
      return Object.keys(linked).find((user) => linked[user]!.some(isIt)) ?? '';
    },
    sendersOf: async (user: string) => linked[user]!,
  };
  const users = {
    get: async (id: string) => {
      if (!(id in linked)) throw new Error(`no user ${id}`);
    },
  };
  const finder = new PersonFinder(
    {
      find: (channel: string) => (channel === 'chat' ? connector : undefined),
    } as unknown as ConnectorRegistry,
    identities as unknown as Identities,
    users as unknown as Users,
  );
  const key = (senderId: string, account = 'first', channel = 'chat') => ({ channel, account, senderId });

  it('a person has a pseudonym of their own each time', async () => {
    const all = [await finder.find({ channel: 'chat', sender: 'ben' })];
    all.push(await finder.find({ channel: 'chat', sender: 'ben' }));
    const pseudonym = expect.stringMatching(/^erased_[0-9A-Za-z]{20}$/) as string;
    expect(all).toMatchObject([{ pseudonym }, { pseudonym }]);
    expect(all[0]!.pseudonym).not.toBe(all[1]!.pseudonym);
  });

  it.each([
    ['all accounts as each reads them', { sender: ' 020 ' }, ['020', '+4420'], null],
    ['one account as that reads them', { sender: ' 020 ', account: 'british' }, ['+4420'], 'british'],
    ['the accounts that can read them', { sender: 'letters:a' }, ['letters:a'], null],
  ])('a sender is one of %s', async (_, named, senders, account) => {
    accounts = ['first', 'british'];
    const { addresses, userId } = await finder.find({ channel: 'chat', ...named });
    expect(addresses).toEqual(senders.map((senderId) => ({ channel: 'chat', account, senderId })));
    expect(userId).toBeNull();
  });

  it('a sender is read as the default account does where none is known', async () => {
    accounts = [];
    const { addresses } = await finder.find({ channel: 'chat', sender: 'ann' });
    expect(addresses.map(({ senderId }) => senderId)).toEqual(['ann', 'default-ann']);
  });

  it('a person has their aliases too, on the accounts of each address and once each', async () => {
    const { addresses } = await finder.find({ channel: 'chat', sender: 'ann' });
    const all = { channel: 'chat', account: null };
    expect(addresses).toEqual(['ann', 'first-ann', 'second-ann'].map((senderId) => ({ ...all, senderId })));
    linked.usr_1 = [key('ann', 'second'), key('262', 'first', 'gone')];
    expect(await finder.find({ userId: 'usr_1' })).toEqual({
      addresses: [...linked.usr_1, key('second-ann', 'second')],
      userId: 'usr_1',
      pseudonym: expect.any(String),
      isCaseSensitive: false,
    });
    await expect(finder.find({ userId: 'usr_2' })).rejects.toThrow('no user usr_2');
  });

  it.each<[boolean, NamedPerson, string[]]>([
    [false, { channel: 'chat', sender: 'ben' }, ['first', 'second']],
    [true, { channel: 'chat', sender: 'ben' }, ['first', 'exact']],
    [true, { channel: 'chat', sender: 'BEN', account: 'exact' }, ['first']],
    [false, { channel: 'chat', sender: '262', account: 'exact' }, ['first']],
    [false, { channel: 'chat', sender: 'ben', account: 'first' }, ['exact']],
    [true, { channel: 'gone', sender: 'ben' }, []],
    [true, { channel: 'gone', sender: 'BEN' }, []],
    [false, { channel: 'gone', sender: '262' }, []],
    [false, { channel: 'gone', sender: 'ben@example.org' }, []],
    [false, { channel: 'gone', sender: '+1x' }, []],
  ])('it is %s that case matters for %j where the accounts are %j', async (is, named, all) => {
    accounts = all;
    expect(await finder.find(named)).toMatchObject({ isCaseSensitive: is });
  });

  it('case matters for a user one of whose senders differs by it', async () => {
    linked.usr_1 = [key('262'), key('ben', 'exact')];
    expect(await finder.find({ userId: 'usr_1' })).toMatchObject({ isCaseSensitive: true });
  });

  it('a sender is linked to the users of any account, each with their other senders', async () => {
    linked = {
      usr_1: [key('ben', 'second'), key('anna', 'second'), key('ben', 'second', 'gone')],
      usr_2: [key('ben', 'first')],
      usr_3: [key('eve', 'first')],
    };
    const all = await finder.find({ channel: 'chat', sender: 'ben' });
    expect(await finder.linkedTo(all)).toEqual([
      { userId: 'usr_2', others: [] },
      { userId: 'usr_1', others: [key('anna', 'second'), key('ben', 'second', 'gone')] },
    ]);
    linked.usr_1 = [key('ben', 'first'), key('ben', 'second')];
    delete linked.usr_2;
    expect(await finder.linkedTo(all)).toEqual([{ userId: 'usr_1', others: [] }]);
    const second = await finder.find({ channel: 'chat', account: 'second', sender: 'ben' });
    expect(await finder.linkedTo(second)).toEqual([{ userId: 'usr_1', others: [key('ben', 'first')] }]);
  });

  it('a sender without a user is linked to no one, and neither is one named as a user', async () => {
    linked.usr_1 = [key('ann'), key('ben')];
    expect(await finder.linkedTo(await finder.find({ channel: 'chat', sender: 'eve' }))).toEqual([]);
    expect(await finder.linkedTo(await finder.find({ userId: 'usr_1' }))).toEqual([]);
  });
});
