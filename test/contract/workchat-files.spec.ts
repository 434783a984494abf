import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import {
  type ConversationId,
  type DeliveryAttempt,
  inMemory,
  type MediaContent,
} from '../../src/channels/index.js';
import { callTo, graphProblem, serviceProblem } from '../../simulators/index.js';
import { workchatAttempt } from '../support/workchat.js';
import {
  BOTH,
  CONSENT_CARD,
  FILE_CARD,
  looked,
  mediaOf,
  PDF,
  PNG,
  WorkchatFilesWorld,
} from '../support/workchat-files.js';
import type { Place } from '../support/workchat-world.js';

const t = new WorkchatFilesWorld();

const linkOf = () => t.site.items.at(-1)?.links.at(-1);

beforeAll(t.open);
afterAll(t.stop);
beforeEach(t.renew);
afterEach(t.heal);

/** Spec "Capability matrix" and "File sending", for outgoing files: the file received and the text shown. */
describe('the capability matrix for outgoing files', () => {
  afterAll(() => t.use(BOTH));

  it.each(['chat', 'group', 'channel'] as const)(
    'a picture is shown inline without any permission: %s',
    async (kind) => {
      await t.use([], {});
      const place = { chat: t.irene.chat, group: t.group, channel: t.channel }[kind];
      const heard = await t.hears('a picture, please', place);
      const content = mediaOf(PNG, 'chart.png', 'image/png');
      const attempt = { ...workchatAttempt(place.id, content, heard.rootId), media: inMemory(PNG) };
      expect(await t.try(attempt)).toEqual({
        kind: 'sent',
        messageId: t.last(place).id,
        at: expect.any(Number),
      });
      expect(t.attachment(place)).toEqual({
        contentType: 'image/png',
        contentUrl: `data:image/png;base64,${PNG.toString('base64')}`,
        name: 'chart.png',
      });
      expect(t.last(place).rootId).toBe(heard.rootId);
      expect(t.last(place).activity.text).toBeUndefined();
    },
  );

  it('a file in a personal chat becomes a consent card without any permission', async () => {
    await t.use([], {});
    const attempt = t.file(t.irene.chat);
    const outcome = await t.try(attempt);
    expect(outcome).toMatchObject({
      kind: 'sent',
      offer: { to: t.irene.user.aadObjectId, until: expect.any(Number) },
    });
    const context = { filename: 'plan.pdf', uploadId: attempt.deliveryId };
    expect(t.attachment(t.irene.chat)).toEqual({
      contentType: CONSENT_CARD,
      name: 'plan.pdf',
      content: {
        description: 'File: plan.pdf',
        sizeInBytes: PDF.byteLength,
        acceptContext: context,
        declineContext: context,
      },
    });
  });

  it('a file in a group, with docSiteId and both permissions, is a card shared with its members', async () => {
    await t.use(BOTH);
    t.cloud.limits.graphPageSize = 2;
    const others = ['Ben', 'Chloe', 'Dan'].map((name) => t.cloud.addContact(name).user);
    t.group.members.push(...others);
    expect(await t.try(t.file(t.group))).toMatchObject({ kind: 'sent' });
    const [item] = t.site.items;
    expect(item).toMatchObject({
      folder: 'GatehouseShared',
      name: 'plan.pdf',
      contentType: 'application/pdf',
    });
    expect(Buffer.from(item!.content as Uint8Array)).toEqual(PDF);
    const everybody = [t.irene.user, ...others].map(({ aadObjectId }) => aadObjectId);
    expect(item!.links).toMatchObject([{ type: 'view', scope: 'users', recipients: everybody }]);
    expect(t.attachment(t.group)).toEqual({
      contentType: FILE_CARD,
      contentUrl: item!.webUrl,
      name: 'plan.pdf',
      content: {
        uniqueId: expect.stringMatching(new RegExp(item!.uniqueId, 'i')) as string,
        fileType: 'pdf',
      },
    });
  });

  it('a file in a group without Chat.Read.All is a link for the whole organisation, which is logged', async () => {
    await t.use(['Sites.ReadWrite.All']);
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    expect(await t.try(t.file(t.group))).toMatchObject({ kind: 'sent' });
    expect(linkOf()).toMatchObject({ scope: 'organization' });
    expect(t.shown(t.group)).toEqual([`[plan.pdf](${linkOf()!.webUrl})`]);
    expect(warn).toHaveBeenCalledWith(expect.stringMatching(/whole organization.*Chat\.Read\.All/));
    warn.mockRestore();
  });

  it('a file in a group without Chat.Read.All is not shared when fileSharing is members', async () => {
    await t.use(['Sites.ReadWrite.All'], t.withSite({ fileSharing: 'members' }));
    expect(await t.try(t.file(t.group))).toMatchObject({
      kind: 'not-sent',
      retry: { kind: 'never' },
      detail: expect.stringMatching(/Chat\.Read\.All.*fileSharing/) as string,
      notice: 'The file plan.pdf could not be sent here.',
    });
    expect(t.site.items).toEqual([]);
  });

  it('a file in a group without Sites.ReadWrite.All is not sent, and operators read why', async () => {
    await t.use([]);
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    expect(await t.try(t.file(t.group))).toMatchObject({
      kind: 'not-sent',
      retry: { kind: 'never' },
      detail: expect.stringContaining('Sites.ReadWrite.All') as string,
      notice: expect.stringContaining('plan.pdf') as string,
    });
    expect(t.shown(t.group)).toEqual([]);
    expect(warn).not.toHaveBeenCalledWith(expect.stringContaining('shared'));
    warn.mockRestore();
  });

  it('a file in a group without docSiteId is not sent, and operators read the setting', async () => {
    await t.use(BOTH, {});
    const asked = t.cloud.requestsTo('graph').length;
    expect(await t.send(t.group.id, 'here is the plan')).toMatchObject({ kind: 'sent' });
    expect(await t.try(t.file(t.group))).toMatchObject({
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

  it('a file in a channel is shared with its members where the app may read them, in its thread', async () => {
    await t.use(BOTH);
    const post = await t.hears('post', t.channel);
    const attempt = () => ({
      ...t.file(t.channel),
      target: workchatAttempt(t.channel.id, '', post.id).target,
    });
    await t.try(attempt());
    expect(linkOf()).toMatchObject({ scope: 'organization' });
    await t.use([...BOTH, 'ChannelMember.Read.All']);
    const again = await t.hears('again', t.channel, { under: post });
    await t.try(attempt());
    expect(linkOf()).toMatchObject({ scope: 'users', recipients: [t.irene.user.aadObjectId] });
    expect(t.last(t.channel).rootId).toBe(again.rootId);
    expect(t.site.items.map(({ name }) => name)).toEqual(['plan.pdf', 'plan 1.pdf']);
  });
});

describe('sharing a file', () => {
  it.each([
    ['a time-out', { kind: 'answer', answer: graphProblem(504, 'timeout') }, 'later'],
    ['a fault', { kind: 'answer', answer: graphProblem(500, 'generalException') }, 'later'],
    ['a cut line', { kind: 'cut' }, 'later'],
    ['an empty list', { kind: 'change', change: () => ({ status: 200, json: { value: [] } }) }, 'never'],
    ['an unknown place', { kind: 'answer', answer: graphProblem(404, 'NotFound') }, 'never'],
  ] as const)('with its members fails, and shares with no one else, after %s', async (_, fault, retry) => {
    t.cloud.faults.requests.all(fault, { when: callTo('graph', 'GET', '/members') });
    const outcome = await t.try(t.file(t.group));
    expect(outcome).toMatchObject({ kind: 'not-sent', retry: { kind: retry } });
    expect(t.site.items).toEqual([]);
    expect(t.shown(t.group)).toEqual([]);
  });

  it.each([
    ['a"*:<b>?|c.pdf', 'a_b_c.pdf'],
    ['  .hidden. ', 'hidden'],
    ['CON.txt', 'file CON.txt'],
    ['~$plan.docx', 'file plan.docx'],
    ['100 % #1 of ünï & "co".pdf', '100 % #1 of ünï & _co_.pdf'],
    [`${'x'.repeat(300)}.tar.gz`, expect.stringMatching(/^x{100,125}\.gz$/)],
  ])('stores %j under a name that the library accepts', async (name, stored) => {
    expect(await t.try(t.file(t.group, PDF, name))).toMatchObject({ kind: 'sent' });
    expect(t.site.items[0]!.name).toEqual(stored);
  });

  it('uploads and shares once when the link and its message are tried twice', async () => {
    const attempt = t.file(t.group);
    t.cloud.faults.requests.next(
      { kind: 'answer', answer: graphProblem(502, 'generalException') },
      { when: callTo('graph', 'POST', '/createLink') },
    );
    expect(await t.try(attempt)).toMatchObject({ kind: 'not-sent', retry: { kind: 'later' } });
    t.cloud.faults.sends.next({ kind: 'answer', answer: serviceProblem(401, 'AuthorizationRequired') });
    expect(await t.try(attempt)).toMatchObject({ kind: 'not-sent', retry: { kind: 'later' } });
    expect(await t.try({ ...attempt, number: 3 })).toMatchObject({ kind: 'sent' });
    expect(t.site.items).toHaveLength(1);
    expect(t.site.items[0]!.links).toHaveLength(1);
    expect([...t.bot.state.values.keys()].filter((key) => key.includes('file:'))).toEqual([]);
  });
});

describe('a file whose send is unknown', () => {
  const find = (attempt: DeliveryAttempt) => looked(t, attempt);
  const unheard = async (attempt: DeliveryAttempt) => {
    t.cloud.faults.sends.next({ kind: 'lost', then: serviceProblem(504, 'ServiceError') });
    expect(await t.try(attempt)).toMatchObject({ kind: 'unknown' });
    return find(attempt);
  };

  it('is found as a picture, a consent card, a file card and a link', async () => {
    const picture = t.attempt(t.group, mediaOf(PNG, 'chart.png', 'image/png'), PNG);
    expect(await unheard(picture)).toMatchObject({ kind: 'sent', messageId: t.last(t.group).id });
    expect(await unheard(t.file(t.irene.chat))).toMatchObject({
      kind: 'sent',
      messageId: t.last(t.irene.chat).id,
      offer: { to: t.irene.user.aadObjectId },
    });
    expect(await unheard(t.file(t.group))).toMatchObject({ kind: 'sent', messageId: t.last(t.group).id });
    await t.use(['Sites.ReadWrite.All']);
    expect(await unheard(t.file(t.group))).toMatchObject({ kind: 'sent', messageId: t.last(t.group).id });
    await t.use(BOTH);
  });

  it('is not-sent when no message has it, without a directory call while it is not uploaded', async () => {
    await t.try(t.file(t.irene.chat));
    expect(await find(t.file(t.irene.chat))).toEqual({ kind: 'not-sent' });
    const before = t.cloud.requestsTo('graph').length;
    expect(await find(t.file(t.group))).toEqual({ kind: 'not-sent' });
    expect(t.cloud.requestsTo('graph')).toHaveLength(before);
  });
});

it('a file to a chat without a known person is not sent', async () => {
  const { references } = t.bot.account;
  const { person: _person, ...reference } = (await references.find(t.irene.chat.id as ConversationId))!;
  await references.store(reference);
  expect(await t.try(t.file(t.irene.chat))).toMatchObject({ kind: 'not-sent', retry: { kind: 'never' } });
});
