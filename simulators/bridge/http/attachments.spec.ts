import { ANNE, bridgeSetup } from '../../testing/setup.js';

const t = bridgeSetup();
beforeEach(t.start);
afterEach(t.stop);
const chatGuid = `iMessage;-;${ANNE}`;
const heic = {
  name: 'IMG_0042.HEIC',
  mimeType: 'image/heic',
  uti: 'public.heic',
  content: Buffer.from('heic'),
};

function form(fields: Readonly<Record<string, string>>, file?: string): FormData {
  const data = new FormData();
  for (const [key, value] of Object.entries(fields)) data.set(key, value);
  if (file !== undefined) data.set('attachment', new Blob([file], { type: 'text/plain' }), 'x.bin');
  return data;
}
const upload = (fields: Readonly<Record<string, string>>, file: string | undefined = 'content') =>
  t.api('POST /message/attachment', form({ chatGuid, name: 'notes.txt', tempGuid: 't', ...fields }, file));

describe('receiving files (imbridge-wire 2.8 and 3.3)', () => {
  it('shows the converted type and name in webhooks, and streams the file without a content-length', async () => {
    await t.subscribe();
    const row = t.sut.receive({ from: ANNE, text: '', attachments: [heic] });
    await t.sut.idle();
    const guid = `at_0_${row.guid}`;
    expect(t.datas()[0]).toMatchObject({
      attachments: [{ guid, mimeType: 'image/jpeg', transferName: 'IMG_0042.HEIC.jpeg', totalBytes: 4 }],
    });
    expect(t.datas()[0]).not.toHaveProperty('attachments.0.isSticker');
    const answer = await t.api(`GET /attachment/${guid}/download`);
    expect(answer.text).toBe('heic');
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect(answer.headers.get('content-length')).toBeNull();
    expect(answer.headers.get('transfer-encoding')).toBe('chunked');
    const original = await t.api(`GET /attachment/${guid}/download?original=true`);
    expect(original.headers.get('content-type')).toBe('image/heic');
  });

  it('shows the original type by REST, and finds an attachment by the end of its guid', async () => {
    const row = t.sut.receive({ from: ANNE, text: '', attachments: [heic] });
    expect((await t.api(`GET /attachment/${encodeURIComponent(`p:0/${row.guid}`)}`)).json.data).toMatchObject(
      {
        mimeType: 'image/heic',
        transferName: 'IMG_0042.HEIC',
        hasLivePhoto: false,
      },
    );
  });

  it('presents a voice memo as MP3', async () => {
    await t.subscribe();
    const caf = { name: 'Audio Message.caf', mimeType: 'audio/x-caf', content: Buffer.from('caf') };
    t.sut.receive({ from: ANNE, text: '', attachments: [{ ...caf, uti: 'com.apple.coreaudio-format' }] });
    await t.sut.idle();
    expect(t.datas()[0]).toMatchObject({
      attachments: [{ mimeType: 'audio/mp3', transferName: 'Audio Message.mp3.mp3' }],
    });
  });

  it('joins a late attachment after the webhook was sent, and sends no second webhook', async () => {
    await t.subscribe();
    const row = t.sut.receive({ from: ANNE, text: '', attachments: [heic], attachmentsAfterMs: 60_000 });
    await t.sut.idle();
    expect(t.datas()).toMatchObject([{ attachments: [] }]);
    const read = async () =>
      (await t.api(`GET /message/${row.guid}?with=attachments`)).json.data?.attachments;
    expect(await read()).toEqual([]);
    row.attachmentsJoinedAt = 0;
    expect(await read()).toHaveLength(1);
    expect(t.types()).toEqual(['new-message']);
  });

  it('streams a file that is larger than its stated size', async () => {
    const big = { name: 'big.bin', mimeType: 'application/zip', content: { zeros: 300_000 }, totalBytes: 10 };
    const row = t.sut.receive({ from: ANNE, text: '', attachments: [big] });
    const url = `${t.sut.url}/api/v1/attachment/at_0_${row.guid}/download?password=${t.sut.password}`;
    expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(300_000);
    expect(row.attachments[0]?.totalBytes).toBe(10);
  });

  it('answers 404 or, with the Private API, 500 for an unknown guid, and 500 for a missing file', async () => {
    expect((await t.api('GET /attachment/NONE')).status).toBe(404);
    expect((await t.api('GET /attachment/NONE/download')).status).toBe(500);
    t.sut.faults.privateApiOff = true;
    expect((await t.api('GET /attachment/NONE/download')).status).toBe(404);
    const row = t.sut.receive({ from: ANNE, text: '', attachments: [{ ...heic, content: null }] });
    const { json } = await t.api(`GET /attachment/at_0_${row.guid}/download`);
    expect(json).toMatchObject({ status: 500, error: { message: 'Attachment does not exist in disk!' } });
  });
});

describe('POST /message/attachment (imbridge-wire 2.4)', () => {
  beforeEach(() => {
    t.sut.directChat(ANNE);
  });

  it('stores the file under the given name', async () => {
    const { json } = await upload({}, 'two\r\nlines --\r\n');
    expect(json).toMatchObject({ message: 'Attachment sent!', data: { attachments: [{ totalBytes: 15 }] } });
    expect(json.data).not.toHaveProperty('tempGuid');
    const [row] = t.sut.sentMessages();
    expect(row?.attachments[0]).toMatchObject({ transferName: 'notes.txt', mimeType: 'text/plain' });
    expect(Buffer.from(row?.attachments[0]?.content as Uint8Array).toString()).toBe('two\r\nlines --\r\n');
  });

  it('answers without attachments by the Private API', async () => {
    expect((await upload({ method: 'private-api' })).json.data).toMatchObject({ attachments: [] });
  });

  it('makes a voice memo only by the Private API and only of the exact text "true"', async () => {
    const orders: readonly Record<string, string>[] = [
      { isAudioMessage: 'true', method: 'private-api' },
      { isAudioMessage: '1', method: 'private-api' },
      { isAudioMessage: 'true' },
    ];
    for (const fields of orders) await upload(fields);
    expect(t.sut.sentMessages().map((row) => row.isAudioMessage)).toEqual([true, false, false]);
  });

  it.each([
    ['no file', {}, undefined, 'Attachment not provided or was empty!'],
    ['an empty file', {}, '', 'Attachment not provided or was empty!'],
    ['no name', { name: '' }, 'x', 'The name field is required.'],
    ['no tempGuid', { tempGuid: '' }, 'x', "A 'tempGuid' is required when sending via AppleScript"],
  ])('refuses %s', async (_name, fields, file, message) => {
    const data = form({ chatGuid, name: 'notes.txt', tempGuid: 't', ...fields }, file);
    const { json } = await t.api('POST /message/attachment', data);
    expect(json).toMatchObject({ status: 400, error: { message } });
  });

  it('reports a failed send as an attachment error, and refuses a tempGuid in flight', async () => {
    const until = Promise.withResolvers<undefined>();
    t.sut.faults.sends.next({ kind: 'apple-error', code: 4 }).next({ kind: 'hang', until: until.promise });
    expect((await upload({})).json).toMatchObject({
      message: 'Attachment Send Error',
      error: { message: 'Failed to send attachment! See attached message error code.' },
    });
    const both = [upload({}), upload({})];
    expect((await Promise.race(both)).status).toBe(400);
    until.resolve(undefined);
    expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });
});

describe('POST /message/multipart (imbridge-wire 2.5)', () => {
  const send = (parts: unknown) => t.api('POST /message/multipart', { chatGuid, parts, tempGuid: 't' });

  it('sends texts, mentions and uploaded files', async () => {
    t.sut.directChat(ANNE);
    const { json } = await t.api('POST /attachment/upload', form({}, 'pic'));
    const path = json.data?.path;
    expect(path).toMatch(/^[0-9a-f-]{36}\/x\.bin$/);
    const sent = await send([
      { partIndex: 0, text: '@Anne ', mention: ANNE },
      { partIndex: 1, attachment: path, name: 'pic.png' },
      { partIndex: 2, text: 'look' },
    ]);
    expect(sent.json.data).toMatchObject({
      text: '@Anne look',
      partCount: 3,
      tempGuid: 't',
      attachments: [{ transferName: 'pic.png' }],
    });
  });

  it.each([
    [['x'], 'Each part must be a dictionary'],
    [[{ text: 'x' }], 'Each part must have a partIndex'],
    [[{ partIndex: '0', text: 'x' }], 'Each partIndex must be a number'],
    [[{ partIndex: 0 }], 'Each part must have either a text or attachment'],
    [[{ partIndex: 0, attachment: 'a' }], 'Each attachment must have a name'],
    [[{ partIndex: 0, attachment: 'a', name: 'b' }], "Attachment 'a' does not exist"],
    [[], 'The parts field is required.'],
  ])('refuses %j', async (parts, message) => {
    expect((await send(parts)).json).toMatchObject({ status: 400, error: { message } });
  });
});
