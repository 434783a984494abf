import { ANNE, BEN, bridgeSetup } from '../../testing/setup.js';

const t = bridgeSetup();
beforeEach(t.start);
afterEach(t.stop);
const START = 1_769_000_000_000;
const receive = (text: string, date = START) => t.sut.receiveText({ from: ANNE, text, date });
const query = (body: object) => t.api('POST /message/query', body);
const after = (rowId: number) => [{ statement: 'message.ROWID > :startRowId', args: { startRowId: rowId } }];
const textsOf = ({ json }: Awaited<ReturnType<typeof query>>) => json.data?.map((each) => each.text);

describe('POST /message/query (imbridge-wire 2.8)', () => {
  it('pages a catch-up by ROWID', async () => {
    const rows = Array.from({ length: 250 }, (_none, index) => receive(`m${index}`, START + index));
    let cursor = (rows[0]?.originalROWID ?? 0) - 1;
    const seen: unknown[] = [];
    for (;;) {
      const { json } = await query({ where: after(cursor), sort: 'ASC', with: ['chat'] });
      expect(json.metadata).toMatchObject({ offset: 0, limit: 100, count: json.data?.length });
      if (json.data?.length === 0) break;
      seen.push(...(json.data ?? []).map((each) => each.text));
      cursor = Number(json.data?.at(-1)?.originalROWID);
    }
    expect(seen).toEqual(rows.map((row) => row.text));
  });

  it('orders by date of creation, so that a late message with an old date comes early', async () => {
    const [first] = [receive('new', START + 10), receive('late and old', START)];
    const answer = await query({ where: after(first.originalROWID - 1), sort: 'ASC' });
    expect(textsOf(answer)).toEqual(['late and old', 'new']);
    expect(textsOf(await query({ sort: 'DESC' }))).toEqual(['new', 'late and old']);
    // A late message has an older date than the newest one seen, so `after` misses it.
    expect(textsOf(await query({ after: START + 1 }))).toEqual(['new']);
  });

  it('takes any argument name, several conditions and both date bounds', async () => {
    for (const [index, text] of ['a', 'b', 'c'].entries()) receive(text, START + index);
    const where = [
      { statement: 'message.ROWID >= :x AND message.is_from_me = :me', args: { x: 1, me: 0 } },
      { statement: "message.text != 'b'", args: null },
    ];
    expect(textsOf(await query({ where, sort: 'ASC' }))).toEqual(['a', 'c']);
    expect(textsOf(await query({ after: START + 1, before: START + 1 }))).toEqual(['b']);
    const like = [{ statement: 'message.text LIKE :t', args: { t: '%C%' } }];
    expect(textsOf(await query({ where: like }))).toEqual(['c']);
  });

  it('matches nothing when the argument of a condition is missing', async () => {
    receive('a');
    expect(textsOf(await query({ where: [{ statement: 'message.ROWID > :x', args: {} }] }))).toEqual([]);
  });

  it('answers 500 to SQL it does not understand and 400 to a condition without args', async () => {
    const bad = await query({ where: [{ statement: 'DROP TABLE message', args: {} }] });
    expect(bad.json).toMatchObject({ status: 500, error: { type: 'Server Error' } });
    const { json } = await query({ where: [{ statement: 'message.ROWID > 1' }] });
    expect(json.error?.message).toBe('The where.0.args field must be present (but can be empty).');
    expect((await query({ where: [{ args: {} }] })).status).toBe(400);
  });

  it('filters by chat, and answers an unknown chat with a plain 404', async () => {
    receive('mine');
    const other = t.sut.receiveText({ from: BEN, text: 'other' });
    expect(textsOf(await query({ chatGuid: other.chat.guid }))).toEqual(['other']);
    const { status, text } = await query({ chatGuid: 'iMessage;-;x' });
    expect([status, text]).toEqual([404, 'Not Found']);
  });

  it('adds chats, participants of groups and attachments only when asked', async () => {
    const group = t.sut.createGroup({ participants: [ANNE, BEN] });
    const attachments = [{ name: 'a.txt', mimeType: 'text/plain', content: Buffer.from('a') }];
    t.sut.receive({ from: ANNE, text: 'x', chatGuid: group.guid, attachments });
    expect((await query({})).json.data).toMatchObject([{ chats: [], attachments: [] }]);
    const { json } = await query({ with: ['chat', 'chat.participants', 'attachment'] });
    expect(json.data).toMatchObject([
      { chats: [{ participants: [{ address: ANNE }, { address: BEN }] }], attachments: [{ totalBytes: 1 }] },
    ]);
    const direct = receive('dm');
    const [dm] =
      (await query({ with: ['chat.participants'], where: after(direct.originalROWID - 1) })).json.data ?? [];
    expect(dm).not.toHaveProperty('chats.0.participants');
  });

  it.each([
    [{ limit: 0 }, 'The limit must be at least 1.'],
    [{ limit: 1001 }, 'The limit may not be greater than 1000.'],
    [{ sort: 'UP' }, 'The selected sort is invalid.'],
    [{ with: 'chat' }, 'The with must be an array.'],
  ])('refuses %j', async (body, message) => {
    expect((await query(body)).json.error?.message).toBe(message);
  });

  it('pages by offset, and counts', async () => {
    for (const text of ['a', 'b', 'c']) receive(text);
    const page = await query({ sort: 'ASC', offset: 1, limit: 1 });
    expect(page.json).toMatchObject({
      data: [{ text: 'b' }],
      metadata: { offset: 1, limit: 1, total: 3, count: 1 },
    });
    expect((await t.api('GET /message/count')).json.data).toEqual({ total: 3 });
    expect((await t.api('GET /message/count/me')).json.data).toEqual({ total: 0 });
  });
});

describe('GET /message/:guid', () => {
  it('shows [] as attachments without with=, and replyToGuid on a message that is no reply', async () => {
    const first = receive('first');
    const attachments = [{ name: 'a.txt', mimeType: 'text/plain', content: Buffer.from('a') }];
    const { guid } = t.sut.receive({ from: ANNE, text: '', attachments });
    const bare = await t.api(`GET /message/${guid}`);
    expect(bare.json.data).toMatchObject({ attachments: [], chats: [], replyToGuid: first.guid });
    const full = await t.api(`GET /message/${guid}?with=Attachments,chats.participants`);
    expect(full.json.data).toMatchObject({
      attachments: [{ transferName: 'a.txt', isOutgoing: false, transferState: 5 }],
      chats: [{ participants: [{ address: ANNE }] }],
    });
  });

  it('answers 404 for an unknown guid', async () => {
    expect((await t.api('GET /message/NONE')).json).toEqual({
      status: 404,
      message: 'The requested resource was not found',
      error: { type: 'Database Error', message: 'Message does not exist!' },
    });
  });
});

describe('POST /message/react (imbridge-wire 2.6)', () => {
  const react = (more: object) =>
    t.api('POST /message/react', { chatGuid: `iMessage;-;${ANNE}`, reaction: 'love', ...more });

  it('answers with the row of the tapback itself', async () => {
    const target = receive('Six?');
    const { json } = await react({ selectedMessageGuid: target.guid, partIndex: 1, reaction: '-like' });
    expect(json).toMatchObject({
      message: 'Reaction sent!',
      data: {
        text: 'Removed a like from “Six?”',
        associatedMessageType: '-like',
        associatedMessageGuid: `p:1/${target.guid}`,
      },
    });
    expect(t.sut.sentReactions()).toHaveLength(1);
    expect(t.sut.sentMessages()).toEqual([]);
  });

  it('refuses an unknown reaction and a guid with a part prefix', async () => {
    const target = receive('Six?');
    expect((await react({ selectedMessageGuid: target.guid, reaction: '🎉' })).json.error?.message).toBe(
      'The selected reaction is invalid.',
    );
    expect((await react({ selectedMessageGuid: `p:0/${target.guid}` })).json.error?.message).toBe(
      'Selected message does not exist!',
    );
  });

  it('reports a failed reaction as “Reaction Send Error”', async () => {
    const target = receive('Six?');
    t.sut.faults.sends.next({ kind: 'script-error', text: 'no' });
    expect((await react({ selectedMessageGuid: target.guid })).json.message).toBe('Reaction Send Error');
  });
});

describe('handles and contacts (imbridge-wire 2.10)', () => {
  it('needs an offset to list handles', async () => {
    receive('x');
    expect((await t.api('POST /handle/query', {})).status).toBe(500);
    const { json } = await t.api('POST /handle/query', { offset: 0, address: ANNE });
    expect(json.data).toMatchObject([{ address: ANNE, service: 'iMessage' }]);
    expect((await t.api(`GET /handle/${encodeURIComponent(ANNE)}`)).json.data).toMatchObject({
      address: ANNE,
    });
    expect((await t.api('GET /handle/nobody')).status).toBe(404);
  });

  it('says which handles can be reached by iMessage', async () => {
    t.sut.faults.notOnIMessage.add(BEN);
    const available = async (address: string) =>
      (await t.api(`GET /handle/availability/imessage?address=${encodeURIComponent(address)}`)).json.data;
    expect(await available(ANNE)).toEqual({ available: true });
    expect(await available(BEN)).toEqual({ available: false });
  });

  it('matches contacts by the end of a phone number and never by e-mail', async () => {
    t.sut.addContact({
      firstName: 'Anne',
      lastName: 'Lind',
      phones: ['(202) 555-0143'],
      emails: ['a@b.example'],
    });
    const find = async (addresses: string[]) => (await t.api('POST /contact/query', { addresses })).json.data;
    expect(await find([ANNE, BEN])).toMatchObject([{ displayName: 'Anne Lind' }]);
    expect(await find(['a@b.example'])).toEqual([]);
    expect((await t.api('GET /contact')).json.data).toHaveLength(1);
  });
});
