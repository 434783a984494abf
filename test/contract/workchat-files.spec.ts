import { createHash } from 'node:crypto';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import {
  type ConversationId,
  type DeliveryAttempt,
  type FileBytes,
  type HandoverContent,
  type InboundFileAnswer,
  inMemory,
  type MediaContent,
} from '../../src/channels/index.js';
import { callTo, graphProblem, serviceProblem } from '../../src/simulators/index.js';
import { workchatAttempt } from '../support/workchat.js';
import { type Place, WorkchatWorld } from '../support/workchat-world.js';

const CONSENT = 'application/vnd.microsoft.teams.card.file.consent';
const FILE_CARD = 'application/vnd.microsoft.teams.card.file.info';
const PDF = Buffer.from('%PDF-1.7 a plan');
const PNG = Buffer.from('\x89PNG\r\n\x1a\n picture', 'latin1');
const KIB = 1024;
const MIB = 1024 * KIB;
/** Pieces that nobody collected yet, of both sides; holding the largest file once would take more. */
const MOST_GROWN = 250 * MIB;
const ZEROS = new Uint8Array(MIB);
const t = new WorkchatWorld();
type Site = ReturnType<typeof t.cloud.addSite>;
let site: Site;
let deliveries = 0;

const withSite = (more: object = {}) => ({
  workchat: { ...t.cloud.settings, webhook: { port: 0 }, welcomeText: '', docSiteId: site.id, ...more },
});
const ALL = ['Sites.ReadWrite.All', 'Chat.Read.All'];
/** The bot again, with these application permissions and settings; a token has what was granted when it was given. */
async function use(permissions: readonly string[], options: Parameters<typeof t.restart>[0] = withSite()) {
  const { graphPermissions } = t.cloud.app;
  graphPermissions.clear();
  for (const each of permissions) graphPermissions.add(each);
  await t.restart(options);
  await hello();
}
const hello = async () => {
  for (const place of [t.irene.chat, t.group]) await t.hears(`hello ${place.id}`, place);
};

const mediaOf = (bytes: Uint8Array, filename: string, mimeType = 'application/pdf'): MediaContent => ({
  kind: 'media',
  mediaId: createHash('sha256').update(bytes).digest('hex'),
  filename,
  mimeType,
  bytes: bytes.byteLength,
  asVoice: false,
  text: '',
});
function attemptOf(place: Place, content: MediaContent | HandoverContent, bytes?: Uint8Array) {
  deliveries += 1;
  const attempt = { ...workchatAttempt(place.id, content), deliveryId: `dlv_${deliveries}` };
  return bytes ? { ...attempt, media: inMemory(bytes) } : attempt;
}
const file = (place: Place, bytes: Uint8Array = PDF, name = 'plan.pdf') =>
  attemptOf(place, mediaOf(bytes, name), bytes);
const send = (attempt: DeliveryAttempt, signal = new AbortController().signal) =>
  t.bot.connector.send(attempt, signal);
const last = (place: Place) => t.cloud.botMessages(place).at(-1)!;
/** What the centre makes of an answer. */
const handoverOf = (
  { messageId, place }: InboundFileAnswer,
  { mediaId, mimeType, bytes, filename }: MediaContent,
  answer: HandoverContent['answer'] = 'accepted',
): HandoverContent => ({
  kind: 'handover',
  answer,
  file: { mediaId, mimeType, bytes },
  filename,
  ...(messageId === undefined ? {} : { askedIn: messageId }),
  place,
  text: '',
});
const attachment = (place: Place) =>
  last(place).activity.attachments?.[0] as Record<string, unknown> | undefined;
const linkOf = () => site.items.at(-1)?.links.at(-1);

beforeAll(async () => {
  await t.start();
  site = t.cloud.addSite('Docs');
  await use(ALL);
});
afterAll(t.stop);
beforeEach(async () => {
  t.people();
  site.items.length = 0;
  await hello();
});
afterEach(() => {
  t.cloud.faults.clear();
  Object.assign(t.cloud.limits, { graphPageSize: undefined, uploadSessionMs: 900_000 });
});

/** Spec "Capability matrix" and "File sending", as far as files go out: what arrives, and what is said. */
describe('capability matrix, outgoing', () => {
  afterAll(() => use(ALL));

  it.each(['chat', 'group', 'channel'] as const)(
    'a picture is shown inline, with nothing set up: %s',
    async (kind) => {
      await use([], {});
      const place = { chat: t.irene.chat, group: t.group, channel: t.channel }[kind];
      const heard = await t.hears('a picture, please', place);
      const content = mediaOf(PNG, 'chart.png', 'image/png');
      const attempt = { ...workchatAttempt(place.id, content, heard.rootId), media: inMemory(PNG) };
      expect(await send(attempt)).toEqual({
        kind: 'sent',
        messageId: last(place).id,
        at: expect.any(Number),
      });
      expect(attachment(place)).toEqual({
        contentType: 'image/png',
        contentUrl: `data:image/png;base64,${PNG.toString('base64')}`,
        name: 'chart.png',
      });
      expect(last(place).rootId).toBe(heard.rootId);
      expect(last(place).activity.text).toBeUndefined();
    },
  );

  it('a file in a personal chat is asked for by a card, with nothing set up', async () => {
    await use([], {});
    const attempt = file(t.irene.chat);
    const outcome = await send(attempt);
    expect(outcome).toMatchObject({
      kind: 'sent',
      offer: { to: t.irene.user.aadObjectId, until: expect.any(Number) },
    });
    const context = { filename: 'plan.pdf', uploadId: attempt.deliveryId };
    expect(attachment(t.irene.chat)).toEqual({
      contentType: CONSENT,
      name: 'plan.pdf',
      content: {
        description: 'File: plan.pdf',
        sizeInBytes: PDF.byteLength,
        acceptContext: context,
        declineContext: context,
      },
    });
  });

  it('a file in a group, with docSiteId and both permissions: a native card, for its members alone', async () => {
    await use(ALL);
    t.cloud.limits.graphPageSize = 2;
    const others = ['Ben', 'Chloe', 'Dan'].map((name) => t.cloud.addContact(name).user);
    t.group.members.push(...others);
    expect(await send(file(t.group))).toMatchObject({ kind: 'sent' });
    const [item] = site.items;
    expect(item).toMatchObject({
      folder: 'GatehouseShared',
      name: 'plan.pdf',
      contentType: 'application/pdf',
    });
    expect(Buffer.from(item!.content as Uint8Array)).toEqual(PDF);
    const everybody = [t.irene.user, ...others].map(({ aadObjectId }) => aadObjectId);
    expect(item!.links).toMatchObject([{ type: 'view', scope: 'users', recipients: everybody }]);
    expect(attachment(t.group)).toEqual({
      contentType: FILE_CARD,
      contentUrl: item!.webUrl,
      name: 'plan.pdf',
      content: {
        uniqueId: expect.stringMatching(new RegExp(item!.uniqueId, 'i')) as string,
        fileType: 'pdf',
      },
    });
  });

  it('the same without Chat.Read.All: a link for the whole organisation, and the log says so', async () => {
    await use(['Sites.ReadWrite.All']);
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    expect(await send(file(t.group))).toMatchObject({ kind: 'sent' });
    expect(linkOf()).toMatchObject({ scope: 'organization' });
    expect(t.shown(t.group)).toEqual([`[plan.pdf](${linkOf()!.webUrl})`]);
    expect(warn).toHaveBeenCalledWith(expect.stringMatching(/whole organisation.*Chat\.Read\.All/));
    warn.mockRestore();
  });

  it('the same where sharing is strict: nothing is shared, and operators read which permission is missing', async () => {
    await use(['Sites.ReadWrite.All'], withSite({ fileSharing: 'members' }));
    expect(await send(file(t.group))).toMatchObject({
      kind: 'not-sent',
      retry: { kind: 'never' },
      detail: expect.stringMatching(/Chat\.Read\.All.*fileSharing/) as string,
      notice: 'The file plan.pdf could not be sent here.',
    });
    expect(site.items).toEqual([]);
  });

  it('without Sites.ReadWrite.All: nothing arrives, and operators read that it is missing', async () => {
    await use(['Chat.Read.All']);
    expect(await send(file(t.group))).toMatchObject({
      kind: 'not-sent',
      retry: { kind: 'never' },
      detail: expect.stringContaining('Sites.ReadWrite.All') as string,
      notice: expect.stringContaining('plan.pdf') as string,
    });
    expect(t.shown(t.group)).toEqual([]);
  });

  it('without docSiteId: the text arrives, the file does not, and operators read which setting is missing', async () => {
    await use(ALL, {});
    const asked = t.cloud.requestsTo('graph').length;
    expect(await t.send(t.group.id, 'here is the plan')).toMatchObject({ kind: 'sent' });
    expect(await send(file(t.group))).toMatchObject({
      kind: 'not-sent',
      code: 'not-supported',
      retry: { kind: 'never' },
      detail: t.bot.connector.fileProblem(workchatAttempt(t.group.id, '').target, mediaOf(PDF, 'plan.pdf')),
      notice: 'The file plan.pdf could not be sent here.',
    });
    expect(t.shown(t.group)).toEqual(['here is the plan']);
    const problem = (place: Place, content: MediaContent) =>
      t.bot.connector.fileProblem(workchatAttempt(place.id, '').target, content);
    expect(problem(t.channel, mediaOf(PDF, 'plan.pdf'))).toContain('channels.workchat.docSiteId');
    expect(problem(t.irene.chat, mediaOf(PDF, 'plan.pdf'))).toBeUndefined();
    expect(problem(t.group, mediaOf(PNG, 'chart.png', 'image/png'))).toBeUndefined();
    expect(t.cloud.requestsTo('graph')).toHaveLength(asked);
  });

  it('a file in a channel: for the people of that channel where the app may know them, in its thread', async () => {
    await use(ALL);
    const post = await t.hears('post', t.channel);
    const attempt = () => ({ ...file(t.channel), target: workchatAttempt(t.channel.id, '', post.id).target });
    await send(attempt());
    expect(linkOf()).toMatchObject({ scope: 'organization' });
    await use([...ALL, 'ChannelMember.Read.All']);
    const again = await t.hears('again', t.channel, { under: post });
    await send(attempt());
    expect(linkOf()).toMatchObject({ scope: 'users', recipients: [t.irene.user.aadObjectId] });
    expect(last(t.channel).rootId).toBe(again.rootId);
    expect(site.items.map(({ name }) => name)).toEqual(['plan.pdf', 'plan 1.pdf']);
  });
});

describe('sharing', () => {
  it.each([
    ['a time-out', { kind: 'answer', answer: graphProblem(504, 'timeout') }, 'later'],
    ['a fault', { kind: 'answer', answer: graphProblem(500, 'generalException') }, 'later'],
    ['a cut line', { kind: 'cut' }, 'later'],
    ['an empty list', { kind: 'change', change: () => ({ status: 200, json: { value: [] } }) }, 'never'],
    ['a place nobody knows', { kind: 'answer', answer: graphProblem(404, 'NotFound') }, 'never'],
  ] as const)('is not widened because of %s', async (_, fault, retry) => {
    t.cloud.faults.requests.all(fault as never, { when: callTo('graph', 'GET', '/members') });
    const outcome = await send(file(t.group));
    expect(outcome).toMatchObject({ kind: 'not-sent', retry: { kind: retry } });
    expect(site.items).toEqual([]);
    expect(t.shown(t.group)).toEqual([]);
  });

  it.each([
    ['a"*:<b>?|c.pdf', 'a_b_c.pdf'],
    ['  .hidden. ', 'hidden'],
    ['CON.txt', 'file CON.txt'],
    ['~$plan.docx', 'file plan.docx'],
    ['100 % #1 of ünï & "co".pdf', '100 % #1 of ünï & _co_.pdf'],
    [`${'x'.repeat(300)}.tar.gz`, expect.stringMatching(/^x{100,125}\.gz$/)],
  ])('puts %j as a name the library takes', async (name, stored) => {
    expect(await send(file(t.group, PDF, name))).toMatchObject({ kind: 'sent' });
    expect(site.items[0]!.name).toEqual(stored);
  });

  it('uploads and shares once, though its link and the message of it are tried twice', async () => {
    const attempt = file(t.group);
    t.cloud.faults.requests.next(
      { kind: 'answer', answer: graphProblem(502, 'generalException') },
      { when: callTo('graph', 'POST', '/createLink') },
    );
    expect(await send(attempt)).toMatchObject({ kind: 'not-sent', retry: { kind: 'later' } });
    t.cloud.faults.sends.next({ kind: 'answer', answer: serviceProblem(401, 'AuthorizationRequired') });
    expect(await send(attempt)).toMatchObject({ kind: 'not-sent', retry: { kind: 'later' } });
    expect(await send({ ...attempt, number: 3 })).toMatchObject({ kind: 'sent' });
    expect(site.items).toHaveLength(1);
    expect(site.items[0]!.links).toHaveLength(1);
    expect([...t.bot.state.values.keys()].filter((key) => key.includes('file:'))).toEqual([]);
  });
});

describe('what is not known to have gone out', () => {
  const find = (attempt: DeliveryAttempt) => {
    const { media: _media, ...rest } = attempt;
    const at = Date.now() - 20_000;
    const past = { ...rest, firstStartedAt: at, startedAt: at, ended: { at, code: 'remote-error' as const } };
    return t.bot.connector.findSent(past, async () => false, new AbortController().signal);
  };
  const unheard = async (attempt: DeliveryAttempt) => {
    t.cloud.faults.sends.next({ kind: 'lost', then: serviceProblem(504, 'ServiceError') });
    expect(await send(attempt)).toMatchObject({ kind: 'unknown' });
    return find(attempt);
  };

  it('is found: a picture, a request with what it offers, the card of a file, and its link', async () => {
    const picture = attemptOf(t.group, mediaOf(PNG, 'chart.png', 'image/png'), PNG);
    expect(await unheard(picture)).toMatchObject({ kind: 'sent', messageId: last(t.group).id });
    expect(await unheard(file(t.irene.chat))).toMatchObject({
      kind: 'sent',
      messageId: last(t.irene.chat).id,
      offer: { to: t.irene.user.aadObjectId },
    });
    expect(await unheard(file(t.group))).toMatchObject({ kind: 'sent', messageId: last(t.group).id });
    await use(['Sites.ReadWrite.All']);
    expect(await unheard(file(t.group))).toMatchObject({ kind: 'sent', messageId: last(t.group).id });
    await use(ALL);
  });

  it('did not go out: a request, and at once a file that was still on its way to the site', async () => {
    await send(file(t.irene.chat));
    expect(await find(file(t.irene.chat))).toEqual({ kind: 'not-sent' });
    const before = t.cloud.requestsTo('graph').length;
    expect(await find(file(t.group))).toEqual({ kind: 'not-sent' });
    expect(t.cloud.requestsTo('graph')).toHaveLength(before);
  });
});

describe('a request', () => {
  type Consent = Parameters<typeof t.cloud.cards.accept>[2];
  const ask = async (bytes: Uint8Array = PDF) => {
    const attempt = file(t.irene.chat, bytes);
    await send(attempt);
    return { attempt, card: last(t.irene.chat) };
  };
  const answers = () =>
    t.bot.sink.accepted.filter((each): each is InboundFileAnswer => each.kind === 'file-answer');
  const accept = async (card: ReturnType<typeof last>, consent?: Consent) => {
    const answer = await t.cloud.cards.accept(t.irene.user, card, consent);
    expect([answer?.status, answer?.text]).toEqual([200, '{}']);
    return answers().at(-1)!;
  };
  const handover = (answer: InboundFileAnswer, bytes: Uint8Array = PDF, how?: HandoverContent['answer']) =>
    attemptOf(t.irene.chat, handoverOf(answer, mediaOf(bytes, 'plan.pdf'), how), bytes);

  it('is answered once: at once, and before anything is uploaded', async () => {
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
    await t.cloud.settled();
    expect(answers()).toHaveLength(1);
    expect(t.bot.sink.duplicates).toBe(2);
    expect(t.cloud.requestsTo('files')).toEqual([]);
  });

  it('that is accepted gives place to the file', async () => {
    const { card } = await ask();
    const done = t.cloud.uploads.length;
    const attempt = handover(await accept(card));
    expect(await send(attempt)).toMatchObject({ kind: 'sent', messageId: card.id });
    const [upload] = t.cloud.uploads.slice(done);
    expect(Buffer.from(upload!.content as Uint8Array)).toEqual(PDF);
    const [put] = t.cloud.requestsTo('files').slice(-1);
    expect(put).toMatchObject({ method: 'PUT', token: 'none' });
    expect(put!.headers).toMatchObject({
      'content-range': `bytes 0-${PDF.byteLength - 1}/${PDF.byteLength}`,
      'content-length': String(PDF.byteLength),
      'content-type': 'application/pdf',
    });
    expect(attachment(t.irene.chat)).toEqual({
      contentType: FILE_CARD,
      contentUrl: upload!.contentUrl,
      name: 'plan.pdf',
      content: { uniqueId: expect.any(String), fileType: 'pdf' },
    });
    expect(t.cloud.botMessages(t.irene.chat)).toHaveLength(1);
    // Once more, as after a crash: neither uploaded nor posted again.
    expect(await send({ ...attempt, number: 2 })).toMatchObject({ kind: 'not-sent' });
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
    expect(await send(attempt)).toMatchObject({ kind: 'unknown' });
    const { media: _media, ...rest } = attempt;
    const at = Date.now() - 20_000;
    const past = { ...rest, firstStartedAt: at, startedAt: at, ended: { at, code: 'remote-error' as const } };
    const found = await t.bot.connector.findSent(past, async () => false, new AbortController().signal);
    expect(found).toMatchObject({ kind: 'sent', messageId: last(t.irene.chat).id });
    expect(t.cloud.botMessages(t.irene.chat)).toHaveLength(2);
  });

  it.each([
    ['declined', 'You declined the file plan.pdf.'],
    ['expired', 'File request expired: plan.pdf. Please ask for it again.'],
  ] as const)('that is %s gives place to a word of it', async (how, words) => {
    const { card } = await ask();
    const uploads = t.cloud.requestsTo('files').length;
    if (how === 'declined') await t.cloud.cards.decline(t.irene.user, card);
    else await accept(card);
    const attempt = handover(answers().at(-1)!, PDF, how);
    expect(await send(attempt)).toMatchObject({ kind: 'sent', messageId: card.id });
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
  ])('is not uploaded to %s; the person is told', async (_, uploadUrl) => {
    const { card } = await ask();
    const attempt = handover(await accept(card, { uploadUrl }));
    expect(await send(attempt)).toMatchObject({
      kind: 'not-sent',
      code: 'rejected',
      retry: { kind: 'never' },
    });
    expect(t.shown(t.irene.chat)).toEqual(['The file plan.pdf could not be sent here.']);
    expect(t.cloud.requestsTo('foreign')).toEqual([]);
  });

  it('follows no redirect', async () => {
    const { card } = await ask();
    const attempt = handover(await accept(card));
    const location = `${t.cloud.address('foreign')}/steal`;
    t.cloud.faults.requests.next(
      { kind: 'answer', answer: { status: 307, headers: { location } } },
      { when: callTo('files') },
    );
    expect(await send(attempt)).toMatchObject({ kind: 'not-sent', retry: { kind: 'never' } });
    expect(t.cloud.requestsTo('foreign')).toEqual([]);
  });

  it('is uploaded in pieces of 320 KiB, going on where it was cut, stopped or killed', async () => {
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
    const sending = send(attempt, stopping.signal);
    await t.cloud.waitFor(() => puts().length - before >= 2);
    stopping.abort();
    expect(await sending).toMatchObject({ kind: 'not-sent', code: 'aborted', retry: { kind: 'wait' } });
    t.cloud.faults.clear();
    expect(await send({ ...attempt, number: 2 })).toMatchObject({ kind: 'sent' });
    expect(Buffer.from(t.cloud.uploads.at(-1)!.content as Uint8Array).equals(bytes)).toBe(true);
    for (const { headers } of puts().slice(before)) {
      const [, from, to, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(String(headers['content-range']))!;
      const size = Number(to) + 1 - Number(from);
      expect(Number(total)).toBe(bytes.byteLength);
      if (Number(to) + 1 < bytes.byteLength) expect(size % (320 * KIB)).toBe(0);
    }
  });

  it('was uploaded when its session is gone after the last piece, and has failed when before', async () => {
    const { card } = await ask();
    const attempt = handover(await accept(card));
    t.cloud.faults.requests.next({ kind: 'lost', then: 'cut' }, { when: callTo('files', 'PUT') });
    expect(await send(attempt)).toMatchObject({ kind: 'sent', messageId: card.id });
    const second = await ask();
    t.cloud.limits.uploadSessionMs = 0;
    const late = handover(await accept(second.card));
    expect(await send(late)).toMatchObject({
      kind: 'not-sent',
      retry: { kind: 'never' },
      detail: expect.stringContaining('the session is over') as string,
    });
    expect(t.shown(t.irene.chat).at(-1)).toBe('The file plan.pdf could not be sent here.');
  });

  it('of an empty file is a word: there is nothing to take', async () => {
    const outcome = await send(file(t.irene.chat, new Uint8Array(), 'empty.txt'));
    expect(outcome).not.toHaveProperty('offer');
    expect(t.shown(t.irene.chat)).toEqual(['The file empty.txt is empty: there is nothing to take.']);
  });

  it('that says nothing, or comes from a group, is answered and goes nowhere', async () => {
    const { card } = await ask();
    const broken = {
      name: 'fileConsent/invoke',
      value: { type: 'fileUpload', action: 'accept', context: {} },
    };
    expect(await t.cloud.cards.invoke(t.irene.user, card, broken)).toMatchObject({ status: 200 });
    await send(attemptOf(t.group, mediaOf(PNG, 'chart.png', 'image/png'), PNG));
    const elsewhere = {
      ...broken,
      value: { type: 'fileUpload', action: 'decline', context: { uploadId: 'x' } },
    };
    expect(await t.cloud.cards.invoke(t.irene.user, last(t.group), elsewhere)).toMatchObject({ status: 200 });
    expect(answers()).toEqual([]);
    expect(t.bot.sink.drops).toEqual(['unreadable', 'unsupported-invoke']);
  });
});

/** A file of zeros that stands nowhere; counts the most of it that anybody asked for at once. */
class Sparse implements FileBytes {
  most = 0;

  constructor(readonly bytes: number) {}

  async *read({ from, to } = { from: 0, to: this.bytes }): AsyncIterable<Uint8Array> {
    this.most = Math.max(this.most, to - from);
    for (let at = from; at < to; at += MIB) yield ZEROS.subarray(0, to - at);
  }
}

describe.each([
  ['0 B', 0],
  ['1 B', 1],
  ['3 MB', 3_000_000],
  ['300 MB', 300_000_000],
])('a file of %s', (_, size) => {
  const sizeOf = (content: (typeof site.items)[0]['content'] | undefined) =>
    content && ('zeros' in content ? content.zeros : content.byteLength);
  const content = { ...mediaOf(new Uint8Array(), 'disk.img', 'application/octet-stream'), bytes: size };
  const grown = async (work: () => Promise<void>) => {
    const before = process.memoryUsage().rss;
    await work();
    return process.memoryUsage().rss - before;
  };

  it('goes to the site, and from there to a group', async () => {
    const media = new Sparse(size);
    const bytes = await grown(async () => {
      expect(await send({ ...attemptOf(t.group, content), media })).toMatchObject({ kind: 'sent' });
    });
    expect(sizeOf(site.items[0]!.content)).toBe(size);
    expect(attachment(t.group)).toMatchObject({ contentType: FILE_CARD, name: 'disk.img' });
    expect(media.most).toBeLessThanOrEqual(10 * MIB);
    expect(bytes).toBeLessThan(MOST_GROWN);
  });

  it('goes to a person who agrees, unless there is nothing in it', async () => {
    await send({ ...attemptOf(t.irene.chat, content), media: new Sparse(size) });
    if (size === 0) return expect(attachment(t.irene.chat)).toBeUndefined();
    await t.cloud.cards.accept(t.irene.user, last(t.irene.chat));
    const answer = t.bot.sink.accepted.at(-1) as InboundFileAnswer;
    const media = new Sparse(size);
    const bytes = await grown(async () => {
      expect(await send({ ...attemptOf(t.irene.chat, handoverOf(answer, content)), media })).toMatchObject({
        kind: 'sent',
      });
    });
    expect(sizeOf(t.cloud.uploads.at(-1)!.content)).toBe(size);
    expect(media.most).toBeLessThanOrEqual(10 * MIB);
    expect(bytes).toBeLessThan(MOST_GROWN);
  });
});

it('does not know a chat that nobody named the person of', async () => {
  const { references } = t.bot.account;
  const { person: _person, ...reference } = (await references.find(t.irene.chat.id as ConversationId))!;
  await references.keep(reference);
  expect(await send(file(t.irene.chat))).toMatchObject({ kind: 'not-sent', retry: { kind: 'never' } });
});
