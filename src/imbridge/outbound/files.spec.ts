import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { accountOf, fileTo } from '../../../test/support/imbridge.js';
import type { DeliveryAttempt, RemoteMessageId, SendOutcome } from '../../channels/index.js';
import { BridgeSimulator, type BridgeSimulatorOptions } from '../../../simulators/index.js';
import { ALL_ACTIONS } from '../settings/actions-config.js';
import type { ImbridgeAccount } from '../account/account.js';
import type { ImbridgeSettings } from '../settings/settings.js';

const ANN = '+12025550143';
const CONVERSATION = `-;${ANN}`;
const BYTES = randomBytes(700_000);
const ago = (ms: number) => ({ startedAt: Date.now() - ms, firstStartedAt: Date.now() - ms });
const MINUTE_MS = 60_000;

let bridge: BridgeSimulator;
let sut: ImbridgeAccount;
let known: Set<string>;

async function start(
  options: BridgeSimulatorOptions = {},
  settings: Partial<ImbridgeSettings> = {},
): Promise<void> {
  bridge = await BridgeSimulator.start({ echoDelayMs: [0, 2], deliveryReceipts: false, ...options });
  bridge.directChat(ANN);
  sut = accountOf(bridge, settings).account;
  known = new Set();
}
afterEach(async () => {
  await sut.disconnect();
  await bridge.stop();
});

const { signal } = new AbortController();
type File = Partial<Parameters<typeof fileTo>[1]>;
const attempt = (file: File = {}, more: Partial<DeliveryAttempt> = {}) =>
  fileTo(CONVERSATION, { bytes: BYTES, ...file }, more);
const send = (file: File = {}, more: Partial<DeliveryAttempt> = {}): Promise<SendOutcome> =>
  sut.send(attempt(file, more), signal);
const find = (file: File = {}, more: Partial<DeliveryAttempt> = ago(10_000)) =>
  sut.findSent(attempt(file, more), async (id: RemoteMessageId) => known.has(id), signal);
const files = () => bridge.sentMessages().flatMap(({ attachments }) => attachments);
const contentOf = (index = 0) => Buffer.from(files()[index]!.content as Uint8Array);

describe('a file', () => {
  it('arrives byte for byte under its name', async () => {
    await start();
    const filename = 'Größe "neu"; x=\'1\'.txt';
    const outcome = await send({ filename });
    expect(outcome).toMatchObject({ kind: 'sent', messageId: bridge.sentMessages()[0]!.guid });
    expect(files()).toMatchObject([{ transferName: filename, totalBytes: BYTES.length }]);
    expect(contentOf().equals(BYTES)).toBe(true);
    expect(bridge.sentMessages()).toMatchObject([{ tempGuid: 'corr-1', isAudioMessage: false }]);
  });

  it('goes by AppleScript without the Private API', async () => {
    await start({ privateApi: false });
    expect(await send()).toMatchObject({ kind: 'sent' });
    expect(contentOf().equals(BYTES)).toBe(true);
  });

  it('is not sent to a handle without a chat', async () => {
    await start();
    const outcome = await sut.send(fileTo('-;+12025550199', { bytes: BYTES }), signal);
    expect(outcome).toMatchObject({ kind: 'not-sent', retry: { kind: 'never' } });
    expect(outcome).toMatchObject({ detail: expect.stringContaining('send text first') as string });
  });

  it('is not sent with actions.sendAttachment off', async () => {
    await start({}, { actions: { ...ALL_ACTIONS, sendAttachment: false } });
    expect(await send()).toMatchObject({
      kind: 'not-sent',
      detail: 'switched off by actions.sendAttachment',
      retry: { kind: 'never' },
    });
    expect(files()).toEqual([]);
  });

  it('that is too large for a proxy is not sent again', async () => {
    await start();
    const isUpload = { when: ({ path }: { readonly path: string }) => path.endsWith('/attachment') };
    bridge.faults.requests.next({ kind: 'answer', status: 413, text: 'too large' }, isUpload);
    expect(await send()).toMatchObject({ kind: 'not-sent', code: 'rejected', retry: { kind: 'never' } });
  });

  it.each([
    [{ kind: 'refused' }, 'cut-off', 0],
    [{ kind: 'answer-lost' }, 'cut-off', 1],
    [{ kind: 'gateway-timeout', sent: true }, 'timeout', 1],
    [{ kind: 'server-error' }, 'remote-error', 0],
  ] as const)('has an unknown outcome after %j', async (fault, code, sent) => {
    await start();
    bridge.faults.sends.next(fault);
    expect(await send()).toMatchObject({ kind: 'unknown', code });
    expect(files()).toHaveLength(sent);
  });

  it('has time for its size beside the time-out of a send', async () => {
    await start({}, { sendTimeoutMs: 50 });
    bridge.faults.sends.next({ kind: 'hang', ms: 300 });
    expect(await send()).toMatchObject({ kind: 'sent' });
    bridge.faults.sends.next({ kind: 'hang', ms: 300 });
    expect(await send({ bytes: BYTES.subarray(0, 10) })).toMatchObject({ kind: 'unknown', code: 'timeout' });
  });

  it('that Apple refused is sent again later', async () => {
    await start();
    bridge.faults.sends.next({ kind: 'apple-error', code: 4 });
    expect(await send()).toMatchObject({ kind: 'not-sent', code: 'remote-error', retry: { kind: 'later' } });
  });

  it('has an unknown outcome when its send is aborted', async () => {
    await start();
    bridge.faults.sends.next({ kind: 'hang', ms: 60_000 });
    const stop = new AbortController();
    const outcome = sut.send(attempt(), stop.signal);
    await bridge.waitFor(() => bridge.requests.some(({ path }) => path.endsWith('/attachment')));
    stop.abort();
    expect(await outcome).toMatchObject({ kind: 'unknown', code: 'aborted' });
  });
});

describe('a voice memo', () => {
  const MP3 = Buffer.concat([Buffer.from('ID3'), BYTES]);

  it('from an MP3 is made by the bridge', async () => {
    await start();
    expect(await send({ bytes: MP3, filename: 'memo.mp3', asVoice: true })).toMatchObject({ kind: 'sent' });
    expect(bridge.sentMessages()).toMatchObject([{ isAudioMessage: true }]);
    expect(files()).toMatchObject([{ transferName: 'memo.caf', uti: 'com.apple.coreaudio-format' }]);
  });

  it('from a CAF file goes unchanged', async () => {
    await start();
    await send({ filename: 'memo.caf', asVoice: true });
    expect(bridge.sentMessages()).toMatchObject([{ isAudioMessage: true }]);
    expect(contentOf().equals(BYTES)).toBe(true);
  });

  it('row 34: from Opus in Ogg is wrapped in CAF, and found again when the answer is lost', async () => {
    await start();
    const [ogg, caf] = ['ogg', 'caf'].map((ending) => readFileSync(`test/support/voice/mono.${ending}`));
    const voice = { bytes: ogg!, filename: 'Audio Message.opus', mimeType: 'audio/opus', asVoice: true };
    bridge.faults.sends.next({ kind: 'answer-lost' });
    expect(await send(voice)).toMatchObject({ kind: 'unknown' });
    expect(bridge.sentMessages()).toMatchObject([{ isAudioMessage: true }]);
    expect(files()).toMatchObject([{ transferName: 'Audio Message.caf', uti: 'com.apple.coreaudio-format' }]);
    expect(contentOf().equals(caf!)).toBe(true);
    expect(await find(voice, ago(MINUTE_MS))).toMatchObject({ kind: 'sent' });
  });

  it('goes as a file after an attempt that the Mac did not send', async () => {
    await start();
    bridge.faults.stallsWith.add('isAudioMessage');
    bridge.faults.unchangedAfterMs = 1;
    const memo = { bytes: MP3, filename: 'memo.mp3', asVoice: true };
    expect(await send(memo)).toMatchObject({ kind: 'unknown', code: 'remote-error' });
    expect(await send(memo, { number: 2, before: 'remote-error' })).toMatchObject({ kind: 'sent' });
    expect(await send(memo, { correlationId: 'corr-2' })).toMatchObject({ kind: 'sent' });
    expect(bridge.sentMessages()).toMatchObject([{ isAudioMessage: false }, { isAudioMessage: false }]);
  });

  it('from a damaged file goes as a plain file', async () => {
    await start();
    const ogg = readFileSync('test/support/voice/mono.ogg').subarray(0, 200);
    expect(
      await send({ bytes: ogg, filename: 'Audio Message.opus', mimeType: 'audio/opus', asVoice: true }),
    ).toMatchObject({
      kind: 'sent',
    });
    expect(bridge.sentMessages()).toMatchObject([{ isAudioMessage: false }]);
    expect(contentOf().equals(ogg)).toBe(true);
  });

  it('goes as a file without the Private API', async () => {
    await start({ helperConnected: false });
    expect(await send({ bytes: MP3, filename: 'memo.mp3', asVoice: true })).toMatchObject({ kind: 'sent' });
    expect(bridge.sentMessages()).toMatchObject([{ isAudioMessage: false }]);
    expect(contentOf().equals(MP3)).toBe(true);
  });

  it('that the bridge cannot convert has an unknown outcome, and is then not found', async () => {
    await start();
    bridge.faults.conversionsFail = true;
    const voice = { bytes: MP3, filename: 'memo.mp3', asVoice: true };
    expect(await send(voice)).toMatchObject({ kind: 'unknown', code: 'remote-error' });
    const ended = { at: Date.now() - 66_000, code: 'remote-error' } as const;
    expect(await find(voice, { ...ago(MINUTE_MS * 2), ended })).toEqual({ kind: 'not-sent' });
  });

  it('is found again, although the bridge has converted it', async () => {
    await start();
    const voice = { bytes: MP3, filename: 'memo.mp3', asVoice: true };
    bridge.faults.sends.next({ kind: 'answer-lost' });
    await send(voice);
    expect(await find(voice)).toMatchObject({ kind: 'sent' });
    expect(await find({ ...voice, filename: 'other.mp3' })).toEqual({ kind: 'not-sent' });
  });
});

describe('a file whose send is unknown', () => {
  it('is found by its name and size, unless another delivery has that row', async () => {
    await start();
    bridge.faults.sends.next({ kind: 'answer-lost' });
    await send({ filename: 'Größe.txt' });
    const [row] = bridge.sentMessages();
    const decomposed = { filename: 'Größe.txt'.normalize('NFD') };
    expect(await find(decomposed)).toMatchObject({ kind: 'sent', messageId: row!.guid });
    expect(await find({ filename: 'Größe.txt', bytes: BYTES.subarray(1) })).toEqual({ kind: 'not-sent' });
    expect(await find({ filename: 'other.txt' })).toEqual({ kind: 'not-sent' });
    known.add(row!.guid);
    expect(await find(decomposed)).toEqual({ kind: 'not-sent' });
  });

  it('stays unresolved while a row has no file yet', async () => {
    await start();
    bridge.faults.sends.next({ kind: 'answer-lost' });
    await send();
    const [row] = bridge.sentMessages();
    row!.attachmentsJoinedAt = Date.now() + 3_600_000;
    expect(await find()).toMatchObject({ kind: 'unresolved' });
    row!.attachmentsJoinedAt = 0;
    expect(await find()).toMatchObject({ kind: 'sent' });
  });

  it('is not found in a text with its name, nor in a file with a text', async () => {
    await start();
    bridge.receive({ chatGuid: `iMessage;-;${ANN}`, text: 'notes.txt' });
    const file = { name: 'notes.txt', mimeType: 'text/plain', content: BYTES };
    bridge.receive({ chatGuid: `iMessage;-;${ANN}`, text: 'look', attachments: [file] });
    expect(await find()).toEqual({ kind: 'not-sent' });
  });

  it('stays unresolved for twenty minutes after a time-out', async () => {
    await start();
    bridge.receiveUnseen({ from: ANN, text: 'hi' });
    const after = (ms: number) => ({
      ...ago(ms + MINUTE_MS),
      ended: { at: Date.now() - ms, code: 'timeout' } as const,
    });
    expect(await find({}, after(19 * MINUTE_MS))).toMatchObject({ kind: 'unresolved' });
    expect(await find({}, after(20 * MINUTE_MS))).toEqual({ kind: 'not-sent' });
  });

  it('is sent again with the same id, which a bridge still at work refuses', async () => {
    await start();
    const until = Promise.withResolvers<undefined>();
    bridge.faults.sends.next({ kind: 'hang', until: until.promise, row: 'first' });
    const first = send();
    await bridge.waitFor(() => files().length === 1);
    expect(await send()).toMatchObject({ kind: 'unknown', code: 'in-flight' });
    until.resolve(undefined);
    expect(await first).toMatchObject({ kind: 'sent' });
    expect(files()).toHaveLength(1);
  });
});
