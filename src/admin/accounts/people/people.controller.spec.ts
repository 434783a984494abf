import { adminApp, errorOf } from '../../../../test/support/admin-app.js';
import { GatehouseError } from '../../../common/index.js';
import type { Person } from '../../../persistence/index.js';
import { digestOf } from '../../../people/index.js';

const person: Person = {
  addresses: [{ channel: 'imbridge', account: null, senderId: '+12025550143' }],
  userId: null,
  pseudonym: 'erased_x',
};
const SENDER = { channel: 'imbridge', sender_id: '+1 202 555 0143' };
const sut = adminApp();
const given = () => sut.services.personFinder.find.mockResolvedValue(person);

it('a dry run counts, names linked users, and erases nothing', async () => {
  given();
  const other = { channel: 'workchat', account: 'default', senderId: 'a-guid' };
  sut.services.personFinder.linkedTo.mockResolvedValue([{ userId: 'usr_1', others: [other] }]);
  sut.services.personSettings.naming.mockReturnValue(['channels.imbridge.allowFrom[0]']);
  sut.services.people.count.mockResolvedValue({ messages: 2 });
  const { status, body } = await sut.call('POST /people/erase', { ...SENDER, dry_run: true });
  expect(status).toBe(200);
  expect(body).toEqual({
    id: null,
    pseudonym: null,
    digest: digestOf(person),
    counts: { messages: 2 },
    finished_at: null,
    senders: [{ channel: 'imbridge', account: null, sender_id: '+12025550143' }],
    settings: ['channels.imbridge.allowFrom[0]'],
    linked_users: [
      { user_id: 'usr_1', other_senders: [{ channel: 'workchat', account: 'default', sender_id: 'a-guid' }] },
    ],
  });
  expect(sut.services.people.erase).not.toHaveBeenCalled();
});

it('erasing answers with the pseudonym, and how far it is', async () => {
  given();
  const erasure = { id: 'ers_1', pseudonym: 'erased_x', person: null, requestedBy: 'token:owner' } as const;
  sut.services.people.erase.mockResolvedValue({
    ...erasure,
    counts: { messages: 2 },
    createdAt: 0,
    finishedAt: 1,
  });
  const { body } = await sut.call('POST /people/erase', SENDER);
  expect(body).toMatchObject({ id: 'ers_1', pseudonym: 'erased_x', finished_at: '1970-01-01T00:00:00.001Z' });
});

it('streams the export without buffering or caching', async () => {
  given();
  sut.services.people.export.mockImplementation(async () =>
    (async function* () {
      yield Buffer.from('PK');
    })(),
  );
  const { status, headers } = await sut.call('POST /people/export', SENDER);
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'application/zip',
    'private, no-store',
  ]);
});

it('bad input is refused by its field, before anything is erased', async () => {
  const unknown = await sut.call('POST /people/erase', { ...SENDER, dryrun: true });
  expect([unknown.status, errorOf(unknown.body).details]).toEqual([400, expect.stringMatching(/^dryrun /)]);
  sut.services.personFinder.find.mockRejectedValue(GatehouseError.invalid('sender_id is missing'));
  const missing = await sut.call('POST /people/erase', { channel: 'imbridge' });
  expect([missing.status, errorOf(missing.body).details]).toEqual([400, 'sender_id is missing']);
  expect(sut.services.people.erase).not.toHaveBeenCalled();
});

it('a digest of another person erases no one', async () => {
  given();
  const { status } = await sut.call('POST /people/erase', { ...SENDER, digest: 'ffffffffffff' });
  expect(status).toBe(409);
  expect(sut.services.people.erase).not.toHaveBeenCalled();
});

it('a dry run of a sender about whom nothing is stored is refused', async () => {
  given();
  sut.services.people.count.mockResolvedValue({});
  sut.services.people.refuseUnknown.mockRejectedValue(new GatehouseError('NOT_FOUND', 'no', 'similar: +1'));
  const { status, body } = await sut.call('POST /people/erase', { ...SENDER, dry_run: true });
  expect([status, errorOf(body).details]).toEqual([404, 'similar: +1']);
});
