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
