import { PairingRepository, type PairingRequest } from '../../src/pairing/pairing.repository.js';
import { DATABASES, type TestDatabase } from '../support/databases.js';
import { personalRows } from '../support/personal-rows.js';

const PHONE = '+12025550143';

describe.each(DATABASES)('the pairing requests about a person on %s', (_, open) => {
  let test: TestDatabase;
  beforeEach(async () => void (test = await open()));
  afterEach(() => test.close());

  const theirs: Omit<PairingRequest, 'id' | 'code'> = {
    channel: 'phone',
    account: 'one',
    senderId: PHONE,
    senderName: null,
    askedIn: undefined,
    status: 'pending',
    createdAt: 1,
    expiresAt: 2,
    decision: undefined,
  };
  const others = { ...theirs, senderId: '+12025550199' };

  it('are those they made; what they decided of those of others has the pseudonym', async () => {
    const { db } = test;
    const repository = new PairingRepository(db);
    const all: Omit<PairingRequest, 'code'>[] = [
      { ...theirs, id: 'pair_1', senderName: 'Robin Quillfeather', askedIn: { conversationId: 'chat' } },
      { ...theirs, id: 'pair_2' },
      { ...theirs, account: 'two', id: 'pair_3' },
      { ...others, id: 'pair_4' },
      { ...others, id: 'pair_5' },
      { ...others, channel: 'mail', id: 'pair_6' },
    ];
    await db.transaction(async (tx) => {
      for (const each of all) await repository.insert(tx, { ...each, code: each.id });
      const decide = (id: string, by: string) => repository.decide(tx, id, { status: 'denied', at: 1, by });
      await decide('pair_4', `sender:phone:${PHONE}`);
      await decide('pair_5', `sender:phone:${PHONE}4`);
    });
    const sut = personalRows(db);
    const addresses = [{ channel: 'phone', account: 'one', senderId: PHONE }];
    const footprint = await sut.find({ addresses, userId: null, pseudonym: 'erased_x' });
    expect([...footprint.names]).toEqual(['Robin Quillfeather']);
    expect(footprint.places).toEqual([{ channel: 'phone', account: 'one', conversation: 'chat' }]);

    const senders = await sut.senders('phone');
    expect(senders).toHaveLength(3);
    expect(senders).toContainEqual({ account: 'two', senderId: PHONE });
    expect(await Array.fromAsync(sut.list(footprint))).toMatchObject(
      ['pair_1', 'pair_2'].map((id) => ({ kind: 'pairing_requests', record: { id, sender_id: PHONE } })),
    );

    await sut.erase(footprint);
    const left = db.on().selectFrom('pairing_requests').select(['id', 'decided_by']).orderBy('id');
    expect((await left.execute()).map(({ id, decided_by: by }) => [id, by])).toEqual([
      ['pair_3', null],
      ['pair_4', 'sender:phone:erased_x'],
      ['pair_5', `sender:phone:${PHONE}4`],
      ['pair_6', null],
    ]);
  });
});
