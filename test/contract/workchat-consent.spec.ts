import { type FileBytes, type HandoverContent, type InboundFileAnswer } from '../../src/channels/index.js';
import { callTo, serviceProblem } from '../../simulators/index.js';
import {
  FILE_CARD,
  handoverOf,
  looked,
  mediaOf,
  PDF,
  PNG,
  WorkchatFilesWorld,
} from '../support/workchat-files.js';
import { heldBytes } from '../support/memory-meter.js';

const KIB = 1024;
const MIB = 1024 * KIB;
/** The buffers of both sides; holding the large file once would take more. */
const MOST_HELD = 64 * MIB;

const t = new WorkchatFilesWorld();

beforeAll(t.open);
afterAll(t.stop);
beforeEach(t.renew);
afterEach(t.heal);

describe('a file consent request', () => {
  type Consent = Parameters<typeof t.cloud.cards.accept>[2];
  const ask = async (bytes: Uint8Array = PDF) => {
    const attempt = t.file(t.irene.chat, bytes);
    await t.try(attempt);
    return { attempt, card: t.last(t.irene.chat) };
  };
  const answers = () =>
    t.bot.sink.accepted.filter((each): each is InboundFileAnswer => each.kind === 'file-answer');
  const accept = async (card: ReturnType<typeof t.last>, consent?: Consent) => {
    const answer = await t.cloud.cards.accept(t.irene.user, card, consent);
    expect([answer?.status, answer?.text]).toEqual([200, '{}']);
    return answers().at(-1)!;
  };
  const handover = (answer: InboundFileAnswer, bytes: Uint8Array = PDF, how?: HandoverContent['answer']) =>
    t.attempt(t.irene.chat, handoverOf(answer, mediaOf(bytes, 'plan.pdf'), how), bytes);

  it('10.22 is answered once, at once, and before anything is uploaded', async () => {
    const { attempt, card } = await ask();
    t.cloud.faults.deliveries.next({ kind: 'repeat', times: 3 });
    const answer = await accept(card);
    expect(answer).toMatchObject({
      offerId: attempt.deliveryId,
      isAccepted: true,
      filename: 'plan.pdf',
      messageId: card.id,
      sender: { id: t.irene.user.aadObjectId },
    });
    await t.cloud.idle();
    expect(answers()).toHaveLength(1);
    expect(t.bot.sink.duplicates).toBe(2);
    expect(t.cloud.requestsTo('files')).toEqual([]);
  });

  it('10.23 is replaced by the file once it is accepted', async () => {
    const { card } = await ask();
    const done = t.cloud.uploads.length;
    const attempt = handover(await accept(card));
    expect(await t.try(attempt)).toMatchObject({ kind: 'sent', messageId: card.id });
    const [upload] = t.cloud.uploads.slice(done);
    expect(Buffer.from(upload!.content as Uint8Array)).toEqual(PDF);
    const [put] = t.cloud.requestsTo('files').slice(-1);
    expect(put).toMatchObject({ method: 'PUT', token: 'none' });
    expect(put!.headers).toMatchObject({
      'content-range': `bytes 0-${PDF.byteLength - 1}/${PDF.byteLength}`,
      'content-length': String(PDF.byteLength),
      'content-type': 'application/pdf',
    });
    expect(t.attachment(t.irene.chat)).toEqual({
      contentType: FILE_CARD,
      contentUrl: upload!.contentUrl,
      name: 'plan.pdf',
      content: { uniqueId: expect.any(String), fileType: 'pdf' },
    });
    expect(t.cloud.botMessages(t.irene.chat)).toHaveLength(1);
    // Repeated as after a crash: neither uploaded nor posted again.
    expect(await t.try({ ...attempt, number: 2 })).toMatchObject({ kind: 'not-sent' });
  });

  it('that cannot be replaced is followed by the file, once', async () => {
    const { card } = await ask();
    const attempt = handover(await accept(card));
    const noEdits = callTo('service', 'PUT');
    t.cloud.faults.requests.all(
      { kind: 'answer', answer: serviceProblem(404, 'ActivityNotFoundInConversation') },
      { when: noEdits },
    );
    t.cloud.faults.sends.next(
      { kind: 'lost', then: serviceProblem(504, 'ServiceError') },
      { when: callTo('service', 'POST') },
    );
    expect(await t.try(attempt)).toMatchObject({ kind: 'unknown' });
    const found = await looked(t, attempt);
    expect(found).toMatchObject({ kind: 'sent', messageId: t.last(t.irene.chat).id });
    expect(t.cloud.botMessages(t.irene.chat)).toHaveLength(2);
  });

  it.each([
    ['declined', 'You declined the file plan.pdf.'],
    ['expired', 'File request expired: plan.pdf. Please ask for it again.'],
  ] as const)('that is %s is replaced by a text', async (how, words) => {
    const { card } = await ask();
    const uploads = t.cloud.requestsTo('files').length;
    if (how === 'declined') await t.cloud.cards.decline(t.irene.user, card);
    else await accept(card);
    const attempt = handover(answers().at(-1)!, PDF, how);
    expect(await t.try(attempt)).toMatchObject({ kind: 'sent', messageId: card.id });
    expect(t.shown(t.irene.chat)).toEqual([words]);
    expect(t.cloud.requestsTo('files')).toHaveLength(uploads);
  });

  it.each([
    ['a host that is none of documents', 'https://files.evil.example/upload'],
    ['a look-alike', 'https://sharepoint.com.evil.example/upload'],
    ['a name with another in front', 'https://evilsharepoint.com/upload'],
    ['a user in the address', 'https://northwind.sharepoint.com@evil.example/upload'],
    ['http', 'http://northwind.sharepoint.com/upload'],
    ['another port', 'https://northwind.sharepoint.com:8443/upload'],
    ['the metadata service', 'http://169.254.169.254/latest'],
    ['another loopback address', 'http://127.0.0.4/upload'],
    ['an IPv6 form of it', 'http://[::ffff:127.0.0.2]/upload'],
    ['a file', 'file:///etc/passwd'],
  ])('10.27 is not followed by an upload to %s, and the person is told', async (_, uploadUrl) => {
    const { card } = await ask();
    const attempt = handover(await accept(card, { uploadUrl }));
    expect(await t.try(attempt)).toMatchObject({
      kind: 'not-sent',
      code: 'rejected',
      retry: { kind: 'never' },
    });
    expect(t.shown(t.irene.chat)).toEqual(['The file plan.pdf could not be sent here.']);
    expect(t.cloud.requestsTo('foreign')).toEqual([]);
  });

  it('10.26 is followed by an upload that takes no redirect', async () => {
    const { card } = await ask();
    const attempt = handover(await accept(card));
    const location = `${t.cloud.address('foreign')}/steal`;
    t.cloud.faults.requests.next(
      { kind: 'answer', answer: { status: 307, headers: { location } } },
      { when: callTo('files') },
    );
    expect(await t.try(attempt)).toMatchObject({ kind: 'not-sent', retry: { kind: 'never' } });
    expect(t.cloud.requestsTo('foreign')).toEqual([]);
  });

  it('is followed by an upload in pieces of 320 KiB that continues where it was cut or stopped', async () => {
    const bytes = Buffer.alloc(25 * MIB + 5, 7);
    const { card } = await ask(bytes);
    const attempt = handover(await accept(card), bytes);
    const puts = () =>
      t.cloud.requestsTo('files').filter(({ method, bytes: size }) => method === 'PUT' && size);
    const before = puts().length;
    const stopping = new AbortController();
    t.cloud.faults.requests
      .next({ kind: 'lost', then: 'cut' }, { when: callTo('files', 'PUT') })
      .next({ kind: 'hang' }, { when: callTo('files', 'PUT') });
    const sending = t.try(attempt, stopping.signal);
    await t.cloud.waitFor(() => puts().length - before >= 2);
    stopping.abort();
    expect(await sending).toMatchObject({ kind: 'not-sent', code: 'aborted', retry: { kind: 'wait' } });
    t.cloud.faults.clear();
    expect(await t.try({ ...attempt, number: 2 })).toMatchObject({ kind: 'sent' });
    expect(Buffer.from(t.cloud.uploads.at(-1)!.content as Uint8Array).equals(bytes)).toBe(true);
    for (const { headers } of puts().slice(before)) {
      const [, from, to, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(String(headers['content-range']))!;
      const size = Number(to) + 1 - Number(from);
      expect(Number(total)).toBe(bytes.byteLength);
      if (Number(to) + 1 < bytes.byteLength) expect(size % (320 * KIB)).toBe(0);
    }
  });

  it('has its file when the upload session ends after the last piece, and fails when it ends before', async () => {
    const { card } = await ask();
    const attempt = handover(await accept(card));
    t.cloud.faults.requests.next({ kind: 'lost', then: 'cut' }, { when: callTo('files', 'PUT') });
    expect(await t.try(attempt)).toMatchObject({ kind: 'sent', messageId: card.id });
    const second = await ask();
    t.cloud.limits.uploadSessionMs = 0;
    const late = handover(await accept(second.card));
    expect(await t.try(late)).toMatchObject({
      kind: 'not-sent',
      retry: { kind: 'never' },
      detail: expect.stringContaining('the session has ended') as string,
    });
    expect(t.shown(t.irene.chat).at(-1)).toBe('The file plan.pdf could not be sent here.');
  });

  it('for an empty file is replaced by a text', async () => {
    const outcome = await t.try(t.file(t.irene.chat, new Uint8Array(), 'empty.txt'));
    expect(outcome).not.toHaveProperty('offer');
    expect(t.shown(t.irene.chat)).toEqual(['The file empty.txt is empty.']);
  });

  it('without content, or from a group, is answered and uploads nothing', async () => {
    const { card } = await ask();
    const broken = {
      name: 'fileConsent/invoke',
      value: { type: 'fileUpload', action: 'accept', context: {} },
    };
    expect(await t.cloud.cards.invoke(t.irene.user, card, broken)).toMatchObject({ status: 200 });
    await t.try(t.attempt(t.group, mediaOf(PNG, 'chart.png', 'image/png'), PNG));
    const elsewhere = {
      ...broken,
      value: { type: 'fileUpload', action: 'decline', context: { uploadId: 'x' } },
    };
    expect(await t.cloud.cards.invoke(t.irene.user, t.last(t.group), elsewhere)).toMatchObject({
      status: 200,
    });
    expect(answers()).toEqual([]);
    expect(t.bot.sink.drops).toEqual(['unreadable', 'unsupported-invoke']);
  });
});

/**
 * A file of zeros without storage; records the largest range requested at once, and the memory held at the end: of a
 * large file only, because each look collects all garbage of Jest too, which takes seconds.
 */
class Sparse implements FileBytes {
  most = 0;
  held = 0;
  private readonly before: number;

  constructor(readonly bytes: number) {
    this.before = this.isLarge ? heldBytes() : 0;
  }

  async *read({ from, to } = { from: 0, to: this.bytes }): AsyncIterable<Uint8Array> {
    this.most = Math.max(this.most, to - from);
    for (let at = from; at < to; at += MIB) yield new Uint8Array(Math.min(MIB, to - at));
    // A reader that keeps what it has read holds all of it now.
    if (to === this.bytes && this.isLarge) this.held = heldBytes() - this.before;
  }

  private get isLarge(): boolean {
    return this.bytes > MOST_HELD;
  }
}

describe.each([
  ['0 B', 0],
  ['1 B', 1],
  ['3 MB', 3_000_000],
  ['100 MB', 100_000_000],
])('a file of %s', (_, size) => {
  const sizeOf = (content: (typeof t.site.items)[0]['content'] | undefined) =>
    content && ('zeros' in content ? content.zeros : content.byteLength);
  const content = { ...mediaOf(new Uint8Array(), 'disk.img', 'application/octet-stream'), bytes: size };

  it('is uploaded to the site and linked in a group, without being in memory as a whole', async () => {
    const media = new Sparse(size);
    expect(await t.try({ ...t.attempt(t.group, content), media })).toMatchObject({ kind: 'sent' });
    expect(sizeOf(t.site.items[0]!.content)).toBe(size);
    expect(t.attachment(t.group)).toMatchObject({ contentType: FILE_CARD, name: 'disk.img' });
    expect(media.most).toBeLessThanOrEqual(10 * MIB);
    expect(media.held).toBeLessThan(MOST_HELD);
  });

  it('is uploaded for a person who accepts, unless it is empty', async () => {
    await t.try({ ...t.attempt(t.irene.chat, content), media: new Sparse(size) });
    if (size === 0) {
      expect(t.attachment(t.irene.chat)).toBeUndefined();
      return;
    }
    await t.cloud.cards.accept(t.irene.user, t.last(t.irene.chat));
    const answer = t.bot.sink.accepted.at(-1) as InboundFileAnswer;
    const media = new Sparse(size);
    expect(await t.try({ ...t.attempt(t.irene.chat, handoverOf(answer, content)), media })).toMatchObject({
      kind: 'sent',
    });
    expect(sizeOf(t.cloud.uploads.at(-1)!.content)).toBe(size);
    expect(media.most).toBeLessThanOrEqual(10 * MIB);
    expect(media.held).toBeLessThan(MOST_HELD);
  });
});
