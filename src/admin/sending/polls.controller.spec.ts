import { adminApp, errorOf } from '../../../test/support/admin-app.js';
import type { PollResults } from '../../conversations/index.js';

const id = (n: number) => `poll_01j9zq4c5x8r2m6t0w3y7v1b${n}d`.padEnd(31, '0').slice(0, 31);
const poll = (n = 1): PollResults => ({
  id: id(n),
  target: { channel: 'fake', account: 'default', conversation: 'chat-g' } as unknown as PollResults['target'],
  question: 'Which day?',
  options: ['Monday', 'Friday'],
  maxSelections: 2,
  deliveryId: 'dlv_1',
  createdBy: 'assistant',
  createdAt: Date.UTC(2026, 0, 31, 9, 30),
  counts: [1, 2],
  votes: [
    { senderId: 'ann', senderName: 'Ann', selections: [0, 1], votedAt: Date.UTC(2026, 0, 31, 10) },
    { senderId: 'ben', senderName: null, selections: [1], votedAt: Date.UTC(2026, 0, 31, 11) },
  ],
});
const shown = {
  id: id(1),
  channel: 'fake',
  account: 'default',
  conversation_id: 'chat-g',
  question: 'Which day?',
  options: [
    { text: 'Monday', votes: 1 },
    { text: 'Friday', votes: 2 },
  ],
  max_selections: 2,
  voter_count: 2,
  delivery_id: 'dlv_1',
  created_at: '2026-01-31T09:30:00.000Z',
  created_by: 'assistant',
};

const sut = adminApp();

describe('POST /polls', () => {
  const wanted = { channel: 'fake', target: 'chat-g', question: 'Which day?', options: ['Monday', 'Friday'] };

  it('asks the poll, and answers 202 with the ids of poll and delivery', async () => {
    sut.services.pollAdmin.send.mockResolvedValue({ pollId: id(1), deliveryId: 'dlv_1', isReplay: false });
    const asked = { ...wanted, account: 'work', max_selections: 2 };
    const { status, body, headers } = await sut.call('POST /polls', asked);
    expect([status, body]).toEqual([202, { poll_id: id(1), delivery_id: 'dlv_1' }]);
    expect(headers).not.toHaveProperty('idempotent-replayed');
    const request = { ...wanted, account: 'work', maxSelections: 2 };
    expect(sut.services.pollAdmin.send.mock.calls).toEqual([
      [expect.objectContaining({ id: 'token:owner' }), request, undefined],
    ]);
  });

  it('passes the Idempotency-Key on, and marks a repeat with Idempotent-Replayed', async () => {
    sut.services.pollAdmin.send.mockResolvedValue({ pollId: id(1), deliveryId: 'dlv_1', isReplay: true });
    const { headers } = await sut.call('POST /polls', wanted).set('Idempotency-Key', 'key-1');
    expect(headers['idempotent-replayed']).toBe('true');
    expect(sut.services.pollAdmin.send.mock.calls.map(([, , key]) => key)).toEqual(['key-1']);
  });

  it.each([
    [{ channel: undefined }, 'channel is required'],
    [{ target: '' }, 'target is empty'],
    [{ question: 7 }, 'question must be a string'],
    [{ options: 'Monday' }, 'options must be an array'],
    [{ options: ['Monday', 7] }, 'each value in options must be a string'],
    [{ max_selections: '2' }, 'max_selections must be an integer number'],
    [{ colour: 'red' }, 'colour is unknown'],
  ])('refuses %j, naming the field', async (wrong, details) => {
    const { status, body } = await sut.call('POST /polls', { ...wanted, ...wrong });
    expect([status, errorOf(body).code]).toEqual([400, 'INVALID_REQUEST']);
    expect(errorOf(body).details).toContain(details);
    expect(sut.services.pollAdmin.send).not.toHaveBeenCalled();
  });
});

it('GET /polls lists them page by page, without voters', async () => {
  sut.services.polls.list.mockResolvedValueOnce([poll(2), poll(1)]).mockResolvedValueOnce([poll(1)]);
  const first = await sut.call('GET /polls?limit=1');
  expect(first.body).toEqual({ items: [{ ...shown, id: id(2) }], next_cursor: expect.any(String) });
  const { next_cursor } = first.body as { next_cursor: string };
  const { body } = await sut.call(`GET /polls?limit=1&cursor=${next_cursor}`);
  expect(body).toEqual({ items: [shown], next_cursor: null });
  expect(sut.services.polls.list.mock.calls).toEqual([
    [{ limit: 2, before: undefined }],
    [{ limit: 2, before: id(2) }],
  ]);
});

it("GET /polls/{id} shows the results with the voters' choices", async () => {
  sut.services.polls.get.mockResolvedValue(poll());
  const { status, body } = await sut.call(`GET /polls/${id(1)}`);
  expect(status).toBe(200);
  expect(body).toEqual({
    ...shown,
    voters: [
      {
        sender_id: 'ann',
        sender_name: 'Ann',
        selections: ['Monday', 'Friday'],
        voted_at: '2026-01-31T10:00:00.000Z',
      },
      { sender_id: 'ben', sender_name: null, selections: ['Friday'], voted_at: '2026-01-31T11:00:00.000Z' },
    ],
  });
});
