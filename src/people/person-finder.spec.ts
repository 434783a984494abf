import type { ConnectorRegistry } from '../channels/index.js';
import type { Identities, Users } from '../access-control/index.js';
import { PersonFinder } from './person-finder.service.js';

const registry = { find: () => undefined } as unknown as ConnectorRegistry;
const sut = new PersonFinder(registry, {} as Identities, {} as Users);

it.each(['   ', '', 'a\0b', '\ud800'])(
  'a sender that no row can have, %j, is refused on a channel that is not configured either',
  async (sender) => {
    await expect(sut.find({ channel: 'gone', sender })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: 'sender_id is not valid for this channel',
    });
  },
);

it('a sender of a channel that is configured no more is taken as it is written', async () => {
  const { addresses } = await sut.find({ channel: 'gone', account: 'old', sender: ' ann ' });
  expect(addresses).toEqual([{ channel: 'gone', account: 'old', senderId: 'ann' }]);
});

it.each([
  [
    { channel: 'imbridge', userId: 'usr_1' },
    'user_id',
    'cannot be combined with channel, account or sender_id',
  ],
  [{ sender: 'ann' }, 'channel', 'is missing, and so is user_id'],
  [{ channel: 'imbridge' }, 'sender_id', 'is missing'],
])('%j is refused by its field', async (named, field, words) => {
  const details = `${field} ${words}`;
  await expect(sut.find(named)).rejects.toMatchObject({ details, fields: [{ field, message: details }] });
});

it('a sender of all accounts is linked to the user of any of them', async () => {
  const connector = { accounts: () => [{ account: 'first' }, { account: 'second' }] };
  const other = { channel: 'chat', account: 'second', senderId: 'anna' };
  const identities = {
    userOf: async ({ account }: { account: string }) => (account === 'second' ? 'usr_1' : ''),
    sendersOf: async () => [{ ...other, senderId: 'ann' }, other],
  };
  const finder = new PersonFinder(
    { find: () => connector } as unknown as ConnectorRegistry,
    identities as unknown as Identities,
    {} as Users,
  );
  const person = await finder.find({ channel: 'chat', sender: 'ann' });
  expect(await finder.linkedTo(person)).toEqual([{ userId: 'usr_1', others: [other] }]);
  const [own] = await finder.linkedTo(
    await finder.find({ channel: 'chat', account: 'second', sender: 'anna' }),
  );
  expect(own?.others).toEqual([{ ...other, senderId: 'ann' }]);
  const elsewhere = { ...other, account: 'first' };
  identities.sendersOf = async () => [other, elsewhere];
  const named = await finder.find({ channel: 'chat', account: 'second', sender: 'anna' });
  expect(await finder.linkedTo(named)).toEqual([{ userId: 'usr_1', others: [elsewhere] }]);
});
