import { jest } from '@jest/globals';
import { FakeClock } from '../../test/support/fake-clock.js';
import type { InboundFileAnswer } from '../channels/index.js';
import type { MediaStore } from '../media/index.js';
import type { Tx } from '../persistence/index.js';
import { FileOffers } from './file-offers.service.js';
import type { Outbox } from './outbox.service.js';
import type { Delivery } from './records/delivery.js';
import type { DeliveryRepository } from './records/delivery.repository.js';

const PLACE = { channel: 'workchat', account: 'main', conversation: 'c1' };
const FILE = { mediaId: 'med_1', mimeType: 'text/plain', bytes: 1, filename: 'a.txt' };
const OFFER = {
  id: 'dlv_1',
  target: PLACE,
  content: { kind: 'media', ...FILE },
  state: 'sent',
  remoteId: 'm1',
};

/** @param isKept whether the file is still there */
function make(isKept = true) {
  const repository = {
    find: async () => OFFER as unknown as Delivery,
    endOffer: jest.fn(async () => 10),
  };
  const add = jest.fn(async () => undefined);
  const sut = new FileOffers(
    repository as unknown as DeliveryRepository,
    { add } as unknown as Outbox,
    { use: async () => isKept } as unknown as MediaStore,
    new FakeClock(5),
  );
  const answer = (from: Partial<typeof PLACE>) => {
    const { conversation, ...account } = { ...PLACE, ...from };
    const event = {
      ...account,
      conversation: { id: conversation },
      sender: { id: 'ann' },
      offerId: 'dlv_1',
      isAccepted: true,
      filename: 'a.txt',
    } as unknown as InboundFileAnswer;
    return sut.answer({} as Tx, { eventId: 'evt_1', event });
  };
  return { answer, endOffer: repository.endOffer, add };
}

it.each([{ channel: 'fake' }, { account: 'other' }, { conversation: 'c2' }])(
  'an answer from %j leaves an offer made elsewhere open',
  async (from) => {
    const { answer, endOffer, add } = make();
    expect(await answer(from)).toBe('file-elsewhere');
    expect(endOffer).not.toHaveBeenCalled();
    expect(add).not.toHaveBeenCalled();
  },
);

it('an answer from the place of the offer queues the handover', async () => {
  const { answer, add } = make();
  expect(await answer({})).toBeUndefined();
  const content = { kind: 'handover', answer: 'accepted', filename: 'a.txt' };
  expect(add).toHaveBeenCalledWith(
    {},
    expect.objectContaining({ target: PLACE, content: expect.objectContaining(content) }),
  );
});

it('an offer whose file was deleted meanwhile has expired', async () => {
  const { answer, add } = make(false);
  expect(await answer({})).toBeUndefined();
  const content = expect.objectContaining({ kind: 'handover', answer: 'expired' });
  expect(add).toHaveBeenCalledWith({}, expect.objectContaining({ content }));
});
