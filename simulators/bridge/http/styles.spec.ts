import { ANNE, bridgeSetup } from '../../testing/setup.js';

const t = bridgeSetup({ serverVersion: '1.10.0' });
const old = bridgeSetup();
const sequoia = bridgeSetup({ serverVersion: '1.10.0', macOs: '14.7.1' });
const all = [t, old, sequoia];
beforeEach(() => Promise.all(all.map((each) => each.start())));
afterEach(() => Promise.all(all.map((each) => each.stop())));

const range = (more: object = {}) => ({ start: 3, length: 4, styles: ['bold', 'italic'], ...more });
const send = (textFormatting: unknown, more: object = {}, setup = t) => {
  setup.sut.directChat(ANNE);
  const text = { chatGuid: `iMessage;-;${ANNE}`, message: '😀 word', tempGuid: 't-1', textFormatting };
  return setup.api('POST /message/text', { ...text, ...more });
};

describe('textFormatting (imbridge-wire 2.3)', () => {
  it('is stored, forces the Private API, and is gone after an edit', async () => {
    t.sut.faults.appleScriptBroken = true;
    const { json } = await send([range()], { method: 'apple-script' });
    expect(t.sut.sentMessages()).toMatchObject([{ text: '😀 word', textFormatting: [range()] }]);
    expect(json.data).toMatchObject({
      attributedBody: [
        {
          runs: [
            {
              range: [3, 4],
              attributes: { __kIMTextBoldAttributeName: 1, __kIMTextItalicAttributeName: 1 },
            },
          ],
        },
      ],
    });
    const [row] = t.sut.sentMessages();
    const edit = { editedMessage: 'new', backwardsCompatibilityMessage: 'Edited' };
    await t.api(`POST /message/${row!.guid}/edit`, edit);
    expect(t.sut.sentMessages()).toMatchObject([{ text: 'new', textFormatting: [] }]);
  });

  it.each([
    ['no list', 'bold', 'The textFormatting must be an array.'],
    ['no object', ['bold'], 'textFormatting[0] must be an object'],
    ['a negative start', [range({ start: -1 })], 'textFormatting[0].start must be an integer >= 0'],
    ['half a unit', [range({ start: 0.5 })], 'textFormatting[0].start must be an integer >= 0'],
    ['no length', [range({ length: 0 })], 'textFormatting[0].length must be an integer > 0'],
    [
      'an end behind the text',
      [range(), range({ length: 5 })],
      'textFormatting[1] range exceeds message length',
    ],
    ['no styles', [range({ styles: [] })], 'textFormatting[0].styles must be a non-empty array'],
    [
      'an unknown style',
      [range({ styles: ['bold', 'blink'] })],
      'textFormatting[0].styles contains unsupported value: blink',
    ],
  ])('is refused with %s', async (_name, textFormatting, message) => {
    expect((await send(textFormatting)).json).toMatchObject({
      status: 400,
      error: { type: 'Validation Error', message },
    });
    expect(t.sut.sentMessages()).toEqual([]);
  });

  it('is refused together with an attributedBody, without a text, and before macOS 15', async () => {
    const refusals = [
      await send([range()], { attributedBody: {} }),
      await send([range()], { message: '', subject: 'x' }),
      await send([range()], {}, sequoia),
    ];
    expect(refusals.map(({ json }) => json.error?.message)).toEqual([
      'Use either textFormatting or attributedBody, not both',
      "A non-empty 'message' is required when using textFormatting",
      'Text formatting is only supported on macOS Sequoia (15) and newer',
    ]);
  });

  it('counts as not given when the list is empty', async () => {
    expect((await send([], { method: 'apple-script' }, sequoia)).status).toBe(200);
  });

  it('is ignored by 1.9.9, even when it is invalid', async () => {
    for (const textFormatting of [[range()], 'bold', [range({ length: 99 })]])
      expect((await send(textFormatting, {}, old)).status).toBe(200);
    expect(old.sut.sentMessages().map((row) => row.textFormatting)).toEqual([[], [], []]);
  });
});
