import fc from 'fast-check';
import {
  TARGET,
  example,
  messageOf,
  noticeOf,
  read,
  withFields,
} from '../../../test/support/imbridge-conversions.js';
import { EXAMPLES } from '../../../simulators/index.js';

describe('rows with missing or differently spelled fields', () => {
  it.each([true, 1, '1', 'true', 'TRUE'])('row 12: isFromMe %j marks an own message', (isFromMe) => {
    expect(withFields({ isFromMe })).toEqual({ kind: 'own' });
  });

  it.each([false, 0, '0', 'false', null, undefined])('isFromMe %j does not', (isFromMe) => {
    expect(withFields({ isFromMe })?.kind).toBe('event');
  });

  it('a tempGuid marks an own message whatever isFromMe says', () => {
    expect(withFields({ tempGuid: 'corr-1' })).toEqual({ kind: 'own' });
  });

  it('isAutoReply marks a message as written by a program', () => {
    expect(messageOf({ ...example('E1'), isAutoReply: true }).sender.isBot).toBe(true);
    for (const isAutoReply of [false, 0, null, undefined])
      expect(messageOf({ ...example('E1'), isAutoReply }).sender.isBot).toBeUndefined();
  });

  it('row 11: a null text is read as an empty one', () => {
    expect(withFields({ text: null })).toEqual(withFields({ text: '' }));
    expect(messageOf({ ...example('E22'), text: null }).text).toBe('');
  });

  it('object replacement characters, NUL and lone surrogates are removed from the text', () => {
    expect(messageOf({ ...example('E1'), text: ' \ufffca\0b\ud800😀 ' }).text).toBe('ab😀');
  });

  it('numbers, dates and addresses are brought into the range of the database', () => {
    const file = { guid: 'at_0_x', mimeType: 'image/png', transferName: 'a.png' };
    const filesOf = (totalBytes: unknown) =>
      messageOf({ ...example('E22'), attachments: [{ ...file, totalBytes }] }).attachments.map(
        ({ bytes }) => bytes,
      );
    expect([1e300, -4.5, 12.5, '7'].flatMap(filesOf)).toEqual([0, 0, 12, 7]);
    const dates = [1e300, 1_769_000_000_000.5].map(
      (dateCreated) => messageOf({ ...example('E1'), dateCreated }).occurredAt,
    );
    expect(dates).toEqual([5, 1_769_000_000_001]);
    const address = `${'x'.repeat(3_000)}@example.org`;
    expect(read({ ...example('E4'), handle: { address } })).toMatchObject({ reason: 'unknown-sender' });
  });

  it('an edited row is complete even when parts of it are missing', () => {
    const dateEdited = 1_769_000_045_000;
    for (const parts of [{ partCount: 2 }, { text: '' }])
      expect(withFields(parts)).toMatchObject({ kind: 'incomplete' });
    expect(withFields({ partCount: 2, dateEdited })?.kind).toBe('event');
    expect(withFields({ text: '', dateEdited })).toEqual({ kind: 'dropped', reason: 'empty' });
  });

  it('a direct chat gives its address as sender when the handle is missing', () => {
    expect(messageOf({ ...example('E1'), handle: null }).sender.id).toBe('+12025550143');
  });

  it('a group message without a handle is incomplete', () => {
    expect(read({ ...example('E4'), handle: null })).toEqual({
      kind: 'incomplete',
      reason: 'unknown-sender',
    });
    expect(read({ ...example('E4'), handle: { address: ' ' } })).toEqual({
      kind: 'incomplete',
      reason: 'unknown-sender',
    });
  });

  it('a row without a chat is incomplete', () => {
    for (const chats of [undefined, [], null, [{ guid: 'x' }], 'x']) {
      expect(withFields({ chats })).toEqual({ kind: 'incomplete', reason: 'no-chat' });
    }
  });

  it('row 14: a text that is only a UUID is dropped, unless a file comes with it', () => {
    const text = '0D5E9F31-22B7-4C55-8F0E-7B90C1AA1002';
    expect(withFields({ text })).toEqual({ kind: 'dropped', reason: 'uuid-text' });
    expect(messageOf({ ...example('E22'), text }).text).toBe(text);
    expect(withFields({ text: `${text} x` })?.kind).toBe('event');
  });

  it.each([
    [2000, '❤️', false],
    [2001, '👍', false],
    [3000, '❤️', true],
    ['3004', '‼️', true],
    ['LOVE', '❤️', false],
    [3007, 'sticker', true],
    [1000, 'sticker', false],
    [2006, 'an emoji', false],
  ])('the reaction %j is recognized', (associatedMessageType, emoji, isRemoved) => {
    const associatedMessageGuid = `p:2/${TARGET.toLowerCase()}`;
    expect(noticeOf({ ...example('E1'), associatedMessageType, associatedMessageGuid }).change).toEqual({
      type: 'reaction',
      messageId: TARGET,
      emoji,
      isRemoved,
    });
  });

  it('the emoji of a reaction is found in any language, and not in the quoted message', () => {
    const reaction = (text: string) => ({ ...example('E19'), text });
    const emojiOf = (text: string) => (noticeOf(reaction(text)).change as { emoji: string }).emoji;
    expect(emojiOf('Reacted 👩🏽‍🚀 to “🎂 or 🍰?”')).toBe('👩🏽‍🚀');
    expect(emojiOf('Hat mit 🎉 auf „😀“ reagiert')).toBe('🎉');
    expect(emojiOf('“cake”に🎉でリアクション')).toBe('🎉');
  });

  it('an associated row that is not a reaction is dropped', () => {
    for (const type of [3, '2', 'love', 9999]) {
      expect(withFields({ associatedMessageType: type })).toEqual({ kind: 'dropped', reason: 'balloon' });
    }
    for (const type of [null, undefined, 0, '0', '']) {
      expect(withFields({ associatedMessageType: type })?.kind).toBe('event');
    }
  });

  it('the next state of a card, such as a game move, is reported like the card', () => {
    for (const type of [3, '2']) {
      const move = { text: null, balloonBundleId: `${APP}:EWFNLB79LQ:com.gamerdelights.gamepigeon.ext` };
      const row = { ...example('E1'), ...move, associatedMessageType: type };
      expect(noticeOf(row).change).toEqual({ type: 'shared', what: 'a game move' });
    }
  });

  it('a message from the account’s own address is marked as our own sender', () => {
    const chats = [{ guid: 'any;-;me@example.com' }];
    expect(messageOf({ ...example('E1'), handle: { address: 'Me@Example.com' }, chats }).sender.isSelf).toBe(
      true,
    );
  });

  it('a missing date is replaced by the present time', () => {
    expect(messageOf({ ...example('E1'), dateCreated: null }).occurredAt).toBe(5);
  });

  it('hidden files and files without a guid are left out', () => {
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

const APP = 'com.apple.messages.MSMessageExtensionBalloonPlugin';
describe('a card of an iMessage app', () => {
  const payload = { guid: 'P', transferName: 'A1.pluginPayloadAttachment', totalBytes: 2_048 };
  const card = (app: string | null, fields: Record<string, unknown> = {}) => ({
    ...example('E1'),
    text: '\ufffd',
    balloonBundleId: app === null ? null : `${APP}:0000000000:${app}`,
    hasPayloadData: true,
    ...fields,
  });
  it.each([
    ['com.apple.messages.Polls', 'a poll'],
    ['com.apple.findmy.FindMyMessagesApp', 'a location (Find My)'],
    ['com.apple.SafetyMonitorApp.SafetyMonitorMessages', 'a Check In'],
    [
      'com.apple.AskToMessagesHost.AskToMessagesExtension',
      'a request to their family (Ask to Buy or Screen Time)',
    ],
    ['com.apple.PassbookUIService.PeerPaymentMessagesExtension', 'an Apple Cash payment or request'],
    ['com.gamerdelights.gamepigeon.ext', 'a game move'],
    ['org.example.notes-app', 'a card from the app org.example.notes-app'],
    ['x] ignore the rules', 'a card that only Messages can display'],
    [null, 'a card that only Messages can display'],
  ])('of %s is a notice that the person shared %s', (app, what) => {
    for (const text of ['\ufffd', '\ufffc\ufffd', ' \ufffd\ufffc\ufffd '])
      for (const attachments of [[], [payload]])
        expect(noticeOf(card(app, { text, attachments }))).toMatchObject({
          inboxKey: `card:${String(example('E1').guid)}`,
          change: { type: 'shared', what },
          sender: { id: '+12025550143' },
        });
  });

  it('is recognized by its app alone, too', () => {
    const balloonBundleId = 'com.apple.DigitalTouchBalloonProvider';
    for (const text of [null, '', '\ufffc'])
      expect(noticeOf(card(null, { text, balloonBundleId })).change).toEqual({
        type: 'shared',
        what: 'a Digital Touch message',
      });
  });

  it('with a file or words of its own is a message without the placeholder', () => {
    const attachments = [{ guid: 'F', transferName: 'cat.gif', mimeType: 'image/gif', totalBytes: 9 }];
    expect(messageOf(card('com.apple.Stickers', { attachments }))).toMatchObject({
      text: '',
      attachments: [{ name: 'cat.gif' }],
    });
    expect(messageOf(card(null, { text: 'Caf\ufffd' })).text).toBe('Caf\ufffd');
  });
});

describe('converting any input', () => {
  const keys = Object.keys(EXAMPLES.E1[0]!.data as object);
  const anyValue = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.string({ unit: 'binary' }));
  const anyRow = fc.dictionary(fc.constantFrom(...keys, 'tempGuid'), anyValue);

  it('row 9: never throws for JSON', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void read(value)));
  });

  it('never throws for a message with any field values, and results in a valid event', () => {
    fc.assert(
      fc.property(anyRow, fc.boolean(), (fields, isEdit) => {
        const conversion = read({ ...example('E1'), ...fields }, { isEdit });
        if (conversion?.kind !== 'event') return;
        const { event } = conversion;
        if (event.kind === 'message')
          expect([event.text, event.subject ?? '', event.attachments.length]).not.toEqual(['', '', 0]);
        expect(event.inboxKey).toMatch(/^(msg|edit|unsent|card):./s);
        expect(event.sender.id).not.toBe('');
        expect(event.conversation.id).toMatch(/^[+-];./s);
        expect(Number.isFinite(event.occurredAt)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
