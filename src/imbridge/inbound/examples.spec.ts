import {
  CHATS,
  TARGET,
  example,
  messageOf,
  noticeOf,
  read,
  withFields,
} from '../../../test/support/imbridge-conversions.js';

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
      sequence: 80211,
    });
  });

  it('E2: a message from macOS 26 has the same conversation as on earlier ones', () => {
    expect(messageOf(example('E2')).conversation.id).toBe(messageOf(example('E1')).conversation.id);
  });

  it('E3, E4, E5, E28: an SMS, a named group, a reply and an effect', () => {
    expect(messageOf(example('E3')).conversation.id).toBe('SMS;-;+12025550119');
    expect(messageOf(example('E4')).conversation).toEqual({
      id: '+;chat284650917342108655',
      kind: 'group',
      name: 'Allotment crew',
    });
    expect(messageOf(example('E5')).replyTo).toBe(example('E5').threadOriginatorGuid);
    expect(messageOf(example('E28')).text).toBe('We got the plot!');
  });

  it('E6: a reaction is a notice with these fields', () => {
    expect(noticeOf(example('E6'))).toEqual({
      kind: 'notice',
      channel: 'imbridge',
      account: 'default',
      inboxKey: 'msg:4A10C5D2-0B6F-4B7E-9C11-0000000A0001',
      conversation: { id: '-;+12025550143', kind: 'direct' },
      sender: { id: '+12025550143', isSelf: false },
      occurredAt: 1769000301000,
      isLate: false,
      accessKeys: [
        'sender:+12025550143',
        'chat_guid:-;+12025550143',
        'chat_identifier:+12025550143',
        'chat_id:9',
      ],
      sequence: 80221,
      change: { type: 'reaction', messageId: TARGET, emoji: '❤️', isRemoved: false },
    });
  });

  it.each([
    ['E7', '👍', false],
    ['E8', '👎', false],
    ['E9', '😂', false],
    ['E10', '‼️', false],
    ['E11', '❓', false],
    ['E12', '❤️', true],
    ['E13', '👍', true],
    ['E14', '👎', true],
    ['E15', '😂', true],
    ['E16', '‼️', true],
    ['E17', '❓', true],
    ['E19', '🎉', false],
    ['E20', '🎉', true],
    ['E21', 'sticker', false],
  ] as const)('%s: a reaction %s, removed: %s', (id, emoji, isRemoved) => {
    expect(noticeOf(example(id)).change).toEqual({ type: 'reaction', messageId: TARGET, emoji, isRemoved });
  });

  it('E18: a reaction to a link preview', () => {
    expect(noticeOf(example('E18')).change).toMatchObject({
      messageId: '93C2D0E1-5A4F-4D80-B7E6-31A90F2B1022',
      emoji: '👍',
    });
  });

  it('E22, E24, E27: files are attachments, link previews are not', () => {
    expect(messageOf(example('E22')).attachments).toEqual([
      {
        id: 'at_0_9B3C1E77-41D8-4F2A-AC90-6E2D00F11020',
        name: 'IMG_0042.HEIC.jpeg',
        mimeType: 'image/jpeg',
        bytes: 2318450,
      },
    ]);
    expect(messageOf(example('E24')).attachments[0]).toMatchObject({
      mimeType: 'audio/mp3',
      name: 'voice memo of 4 s.mp3',
    });
    expect(messageOf(example('E27', 1))).toMatchObject({
      attachments: [],
      text: 'https://garden.example.org/mulch',
    });
  });

  it('E28: a known effect has its name, an unknown one is left out', () => {
    expect(messageOf({ ...example('E28'), subject: ' Plot ' })).toMatchObject({
      effect: 'confetti',
      subject: 'Plot',
    });
    expect(messageOf({ ...example('E28'), expressiveSendStyleId: 'com.x' })).not.toHaveProperty('effect');
  });

  it.each([
    ['is_from_me', { isFromMe: undefined, is_from_me: 1 }],
    ['isFromMe as a text', { isFromMe: 'true' }],
  ])('a row with %s is an own message', (_what, fields) => {
    expect(read({ ...example('E1'), ...fields })).toEqual({ kind: 'own' });
  });

  it('a row with dates in seconds and a chatGuid is read', () => {
    const { chats: _, ...bare } = example('E1');
    expect(
      messageOf({ ...bare, chatGuid: 'iMessage;-;+12025550143', dateCreated: 1_769_000_000 }),
    ).toMatchObject({
      occurredAt: 1_769_000_000_000,
      conversation: { id: '-;+12025550143' },
    });
  });

  it('E23: a message without text and file is incomplete, and dropped when it is complete', () => {
    expect(read(example('E23'))).toEqual({ kind: 'incomplete', reason: 'empty' });
    expect(read(example('E23'), { isWhole: true })).toEqual({ kind: 'dropped', reason: 'empty' });
  });

  it('E25: an edit without its chat is incomplete, and with it a notice', () => {
    const data = { ...example('E25'), chats: CHATS };
    expect(read(example('E25'), { isEdit: true })).toEqual({ kind: 'incomplete', reason: 'no-chat' });
    expect(noticeOf(data, { isEdit: true })).toMatchObject({
      inboxKey: `edit:${TARGET}:1769000045000`,
      occurredAt: 1769000045000,
      change: { type: 'edited', messageId: TARGET, text: 'Are we still on for seven?' },
    });
    // Seen for the first time, the row is a message.
    expect(messageOf(data)).toMatchObject({ inboxKey: `msg:${TARGET}`, text: 'Are we still on for seven?' });
  });

  it.each([true, false])('E26: an unsend is a notice, isEdit: %s', (isEdit) => {
    expect(noticeOf({ ...example('E26'), chats: CHATS }, { isEdit })).toMatchObject({
      inboxKey: 'unsent:E2A90C14-7B58-49F0-B3D1-C8870E6F1004',
      occurredAt: 1769000200000,
      change: { type: 'unsent', messageId: 'E2A90C14-7B58-49F0-B3D1-C8870E6F1004' },
    });
  });

  it.each([0, 1])('E31[%i]: both events of a renaming have one inbox key', (index) => {
    expect(noticeOf(example('E31', index))).toMatchObject({
      inboxKey: 'msg:6F1D3B20-8C57-4E94-AB06-D2C4E8910040',
      conversation: { id: '+;chat284650917342108655', kind: 'group' },
      sender: { id: '+12025550178' },
      change: { type: 'renamed', name: 'Allotment crew 2026' },
    });
  });

  it.each([
    ['E32', 'joined', '+12025550178'],
    ['E33', 'removed', '+12025550178'],
    ['E34', 'left', 'eve.lindqvist@example.net'],
  ] as const)('%s: a participant %s', (id, type, by) => {
    expect(noticeOf(example(id))).toMatchObject({
      sender: { id: by },
      change: { type, who: [{ id: 'eve.lindqvist@example.net', isSelf: false }] },
    });
  });

  it('E32: our own joining is recognized, and an unknown participant makes the row incomplete', () => {
    expect(noticeOf({ ...example('E32'), otherHandle: 40 }).change).toMatchObject({
      who: [{ isSelf: true }],
    });
    expect(read({ ...example('E32'), otherHandle: 41 })).toEqual({
      kind: 'incomplete',
      reason: 'unknown-participant',
    });
  });

  it("E35: a group's new picture is a notice, and system rows are dropped", () => {
    expect(noticeOf(example('E35')).change).toEqual({ type: 'picture', isRemoved: false });
    expect(noticeOf({ ...example('E35'), groupActionType: 2 }).change).toEqual({
      type: 'picture',
      isRemoved: true,
    });
    for (const itemType of [4, 5, 6])
      expect(withFields({ itemType })).toEqual({ kind: 'dropped', reason: 'not-a-message' });
  });

  it.each([
    ['E36', 0],
    ['E36', 1],
    ['E37', 0],
    ['E38', 0],
    ['E39', 0],
  ] as const)('%s[%i]: an own message', (id, index) => {
    expect(read(example(id, index))).toEqual({ kind: 'own' });
  });

  it('E30, E40: rows that are no messages are ignored', () => {
    for (const id of ['E30', 'E40'] as const) expect(read(example(id))).toBeUndefined();
  });
});
