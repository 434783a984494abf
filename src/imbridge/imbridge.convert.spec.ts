import fc from 'fast-check';
import { DEFAULT_ACCOUNT, type InboundMessage } from '../channels/index.js';
import { EXAMPLES, type ExampleId } from '../simulators/index.js';
import { type Conversion, convert } from './imbridge.convert.js';
import { readMessage } from './imbridge.message.js';

const context = {
  account: DEFAULT_ACCOUNT,
  isOwnAddress: (id: string) => id === 'me@example.com',
  now: 5,
  isLate: false,
};

const read = (data: unknown): Conversion | undefined => {
  const row = readMessage(data);
  return row && convert(row, context);
};
const example = (id: ExampleId, index = 0) => EXAMPLES[id][index]!.data as Record<string, unknown>;
const withFields = (fields: Record<string, unknown>) => read({ ...example('E1'), ...fields });
const messageOf = (data: unknown): InboundMessage => {
  const conversion = read(data);
  if (conversion?.kind !== 'message') throw new Error(`not a message: ${JSON.stringify(conversion)}`);
  return conversion.message;
};

describe('examples of the wire reference', () => {
  it('E1: a direct text', () => {
    expect(messageOf(example('E1'))).toEqual({
      kind: 'message',
      channel: 'imbridge',
      account: 'default',
      inboxKey: 'msg:B1F4A2C0-6D3E-4E1B-9A77-0C5D11E0A001',
      conversation: { id: '-;+12025550143', kind: 'direct' },
      sender: { id: '+12025550143', isSelf: false },
      messageId: 'B1F4A2C0-6D3E-4E1B-9A77-0C5D11E0A001',
      text: 'Are we still on for six?',
      attachments: [],
      occurredAt: 1769000000000,
      isLate: false,
      accessKeys: [
        'sender:+12025550143',
        'chat_guid:-;+12025550143',
        'chat_identifier:+12025550143',
        'chat_id:9',
      ],
    });
  });

  it('E2: macOS 26 is the same conversation', () => {
    expect(messageOf(example('E2')).conversation.id).toBe(messageOf(example('E1')).conversation.id);
  });

  it('E3, E4, E5, E28: SMS, group with name, reply, effect', () => {
    expect(messageOf(example('E3')).conversation.id).toBe('-;+12025550119');
    expect(messageOf(example('E4')).conversation).toEqual({
      id: '+;chat284650917342108655',
      kind: 'group',
      name: 'Allotment crew',
    });
    expect(messageOf(example('E5')).replyTo).toBe(example('E5').threadOriginatorGuid);
    expect(messageOf(example('E28')).text).toBe('We got the plot!');
  });

  it.each(Array.from({ length: 16 }, (_, index) => `E${index + 6}` as ExampleId))(
    '%s: a reaction is no turn',
    (id) => {
      expect(read(example(id))).toEqual({ kind: 'dropped', reason: 'reaction' });
    },
  );

  it('E22, E24, E27: files, without balloon payloads', () => {
    expect(messageOf(example('E22')).attachments).toEqual([
      {
        id: 'at_0_9B3C1E77-41D8-4F2A-AC90-6E2D00F11020',
        name: 'IMG_0042.HEIC.jpeg',
        mimeType: 'image/jpeg',
        bytes: 2318450,
      },
    ]);
    expect(messageOf(example('E24')).attachments[0]).toMatchObject({ mimeType: 'audio/mp3' });
    expect(messageOf(example('E27', 1))).toMatchObject({
      attachments: [],
      text: 'https://garden.example.org/mulch',
    });
  });

  it('E23: nothing said and nothing attached', () => {
    expect(read(example('E23'))).toEqual({ kind: 'dropped', reason: 'empty' });
  });

  it.each([
    ['E31', 1],
    ['E32', 0],
    ['E33', 0],
    ['E34', 0],
    ['E35', 0],
  ] as const)('%s: a change of the group', (id, index) => {
    expect(read(example(id, index))).toEqual({ kind: 'dropped', reason: 'not-a-message' });
  });

  it.each([
    ['E36', 0],
    ['E36', 1],
    ['E37', 0],
    ['E38', 0],
    ['E39', 0],
  ] as const)('%s[%i]: our own', (id, index) => {
    expect(read(example(id, index))).toEqual({ kind: 'own' });
  });

  it('E29, E30, E40: no messages at all', () => {
    for (const id of ['E30', 'E40'] as const) expect(read(example(id))).toBeUndefined();
  });
});

describe('what the bridge leaves out or spells otherwise', () => {
  it.each([true, 1, '1', 'true', 'TRUE'])('isFromMe %j is us', (isFromMe) => {
    expect(withFields({ isFromMe })).toEqual({ kind: 'own' });
  });

  it.each([false, 0, '0', 'false', null, undefined])('isFromMe %j is not', (isFromMe) => {
    expect(withFields({ isFromMe })?.kind).toBe('message');
  });

  it('a tempGuid is ours whatever the flag says', () => {
    expect(withFields({ tempGuid: 'corr-1' })).toEqual({ kind: 'own' });
  });

  it('a null text is an empty one', () => {
    expect(withFields({ text: null })).toEqual({ kind: 'dropped', reason: 'empty' });
    expect(messageOf({ ...example('E22'), text: null }).text).toBe('');
  });

  it('strips object replacement characters and what no database takes', () => {
    expect(messageOf({ ...example('E1'), text: ' \ufffca\0b\ud800😀 ' }).text).toBe('ab😀');
  });

  it('a direct chat names its sender when the handle is missing', () => {
    expect(messageOf({ ...example('E1'), handle: null }).sender.id).toBe('+12025550143');
  });

  it('a group never does', () => {
    expect(read({ ...example('E4'), handle: null })).toEqual({
      kind: 'incomplete',
      reason: 'unknown-sender',
    });
    expect(read({ ...example('E4'), handle: { address: ' ' } })).toEqual({
      kind: 'incomplete',
      reason: 'unknown-sender',
    });
  });

  it('needs a chat', () => {
    for (const chats of [undefined, [], null, [{ guid: 'x' }], 'x']) {
      expect(withFields({ chats })).toEqual({ kind: 'incomplete', reason: 'no-chat' });
    }
  });

  it('drops a lone UUID, unless there is a file', () => {
    const text = '0D5E9F31-22B7-4C55-8F0E-7B90C1AA1002';
    expect(withFields({ text })).toEqual({ kind: 'dropped', reason: 'uuid-text' });
    expect(messageOf({ ...example('E22'), text }).text).toBe(text);
    expect(withFields({ text: `${text} x` })?.kind).toBe('message');
  });

  it('recognises a reaction by name, digits and number', () => {
    for (const associatedMessageType of ['love', '-like', '2006', 2001, 3]) {
      expect(withFields({ associatedMessageType })).toEqual({ kind: 'dropped', reason: 'reaction' });
    }
    for (const associatedMessageType of [null, undefined, 0, '0', '']) {
      expect(withFields({ associatedMessageType })?.kind).toBe('message');
    }
  });

  it('knows the account by its own address', () => {
    const chats = [{ guid: 'any;-;me@example.com' }];
    expect(messageOf({ ...example('E1'), handle: { address: 'Me@Example.com' }, chats }).sender.isSelf).toBe(
      true,
    );
  });

  it('takes now for a missing date', () => {
    expect(messageOf({ ...example('E1'), dateCreated: null }).occurredAt).toBe(5);
  });

  it('skips hidden files', () => {
    const attachments = [
      { guid: 'a', hideAttachment: true },
      { guid: 'b' },
      { transferName: 'no guid' },
      null,
    ];
    expect(messageOf({ ...example('E1'), attachments }).attachments).toEqual([
      { id: 'b', name: 'b', mimeType: 'application/octet-stream', bytes: 0 },
    ]);
  });
});

describe('anything else', () => {
  const keys = Object.keys(EXAMPLES.E1[0]!.data as object);
  const anyValue = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.string({ unit: 'binary' }));
  const anyRow = fc.dictionary(fc.constantFrom(...keys, 'tempGuid'), anyValue);

  it('never throws on any JSON', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void read(value)));
  });

  it('never throws on a message with any values, and what it makes of it is sound', () => {
    fc.assert(
      fc.property(anyRow, (fields) => {
        const conversion = read({ ...example('E1'), ...fields });
        if (conversion?.kind !== 'message') return;
        const { message } = conversion;
        expect(message.text + String(message.attachments.length)).not.toBe('0');
        expect(message.sender.id).not.toBe('');
        expect(message.conversation.id).toMatch(/^[+-];./s);
        expect(Number.isFinite(message.occurredAt)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
