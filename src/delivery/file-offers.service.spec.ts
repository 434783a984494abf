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
function make(isKept = true, offer: object | undefined = OFFER, until: number | undefined = 10) {
  const repository = {
    find: async () => offer as unknown as Delivery,
    endOffer: jest.fn(async (_tx: unknown, _id: string, _to: string) => until),
    endAsSent: jest.fn(async (_tx: unknown, ..._given: readonly unknown[]) => undefined),
  };
  const add = jest.fn(async (_tx: unknown, _message: object) => undefined);
  const sut = new FileOffers(
    repository as unknown as DeliveryRepository,
    { add } as unknown as Outbox,
    { use: async () => isKept } as unknown as MediaStore,
    new FakeClock(5),
  );
  const answer = (from: Partial<typeof PLACE>, more: object = {}) => {
    const { conversation, ...account } = { ...PLACE, ...from };
    const event = {
      ...account,
      conversation: { id: conversation },
      sender: { id: 'ann' },
      offerId: 'dlv_1',
      isAccepted: true,
      filename: 'a.txt',
      place: { url: 'u' },
      occurredAt: 4,
      ...more,
    } as unknown as InboundFileAnswer;
    return sut.answer({} as Tx, { eventId: 'evt_1', event });
  };
  return { answer, endOffer: repository.endOffer, endAsSent: repository.endAsSent, add };
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
  const { answer, add, endOffer } = make();
  expect(await answer({})).toBeUndefined();
  const { filename: _name, ...file } = FILE;
  const content = {
    kind: 'handover',
    answer: 'accepted',
    place: { url: 'u' },
    text: '',
    askedIn: 'm1',
    file,
    filename: 'a.txt',
  };
  expect(add.mock.calls).toEqual([[{}, { target: PLACE, content, author: 'gateway', eventId: 'evt_1' }]]);
  expect(endOffer.mock.calls).toEqual([[{}, 'dlv_1', 'ann']]);
});

it.each([
  ['in time, with a yes', 6, true, 'accepted'],
  ['too late, with a yes', 5, true, 'expired'],
  ['in time, with a no', 6, false, 'declined'],
])('an answer that comes %s is followed by that', async (_when, until, isAccepted, expected) => {
  const { answer, add } = make(true, OFFER, until);
  await answer({}, { isAccepted, messageId: 'm2' });
  const content = expect.objectContaining({ answer: expected, askedIn: 'm2' });
  expect(add).toHaveBeenCalledWith({}, expect.objectContaining({ content }));
});

it('an answer to what was no file, or was answered before, is followed by nothing', async () => {
  const text = make(true, { ...OFFER, content: { kind: 'text' } });
  expect([await text.answer({}), text.add.mock.calls]).toEqual(['file-elsewhere', []]);
  const { answer, endOffer, add } = make();
  endOffer.mockResolvedValue(undefined as never);
  expect([await answer({}), add.mock.calls]).toEqual(['file-not-offered', []]);
});

it('an answer to an unknown offer counts as expired', async () => {
  const { answer, add } = make();
  const unknown = make(true, null as never);
  await unknown.answer({});
  const content = {
    kind: 'handover',
    answer: 'expired',
    place: { url: 'u' },
    text: '',
    file: null,
    filename: 'a.txt',
  };
  expect(unknown.add).toHaveBeenCalledWith({}, expect.objectContaining({ content }));
  await answer({});
  expect(add).toHaveBeenCalledTimes(1);
});

it('an answer that comes before the end of the attempt proves that the question was sent', async () => {
  const { answer, add, endOffer, endAsSent } = make(true, { ...OFFER, state: 'sending', remoteId: null });
  expect(await answer({}, { messageId: 'm3' })).toBeUndefined();
  expect(endAsSent.mock.calls).toEqual([[{}, 'dlv_1', { remoteId: 'm3', sentAt: 4 }]]);
  await answer({});
  expect(endAsSent.mock.calls[1]?.[2]).toEqual({ remoteId: null, sentAt: 4 });
  expect(endOffer).not.toHaveBeenCalled();
  const accepted = expect.objectContaining({ answer: 'accepted' });
  expect(add).toHaveBeenCalledWith({}, expect.objectContaining({ content: accepted }));
});

it('an offer whose file was deleted meanwhile has expired', async () => {
  const { answer, add } = make(false);
  expect(await answer({})).toBeUndefined();
  const content = expect.objectContaining({ kind: 'handover', answer: 'expired' });
  expect(add).toHaveBeenCalledWith({}, expect.objectContaining({ content }));
});
