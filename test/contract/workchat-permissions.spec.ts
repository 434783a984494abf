import { DEFAULT_ACCOUNT, type InboundMessage } from '../../src/channels/index.js';
import { directoryNeeds, resourceNeeds } from '../../src/workchat/app-package/permissions.js';
import { workchatAttempt } from '../support/workchat.js';
import { WorkchatFilesWorld } from '../support/workchat-files.js';
import type { Place } from '../support/workchat-world.js';

const t = new WorkchatFilesWorld();
const { signal } = new AbortController();
beforeAll(t.open);
afterAll(t.stop);

const document = { files: [{ name: 'plan.docx', content: Buffer.from('plan') }] };
const picture = { images: [{ content: Buffer.from('picture'), form: 'hosted' as const }] };

let count = 0;
/** Triggers all directory requests for a message: its contents and the messages before it. */
async function hear(place: Place, more: object, files: number): Promise<void> {
  await t.hears(`message ${++count}`, place, more);
  const message = t.bot.sink.accepted.at(-1) as InboundMessage;
  expect(message.attachments).toHaveLength(files);
  for (const { id } of message.attachments) {
    const fetched = t.bot.connector.fetchMedia(DEFAULT_ACCOUNT, id, { maxBytes: 1024 }, signal);
    expect((await fetched.next()).value).toHaveProperty('chunks');
    await fetched.return(undefined);
  }
  await t.bot.connector.messagesBefore(message, { most: 5 }, signal);
}

/** Triggers the other directory requests: names, members, the document site. */
async function use(): Promise<void> {
  for (const target of ['user:Irene Paz', 'Release/Work', 'Release'])
    await t.bot.connector.resolveTarget(DEFAULT_ACCOUNT, target);
  for (const place of [t.group, t.channel])
    expect(await t.try(t.file(place))).toMatchObject({ kind: 'sent' });
  expect(t.site.items.flatMap(({ links }) => links)).toMatchObject([{ scope: 'users' }, { scope: 'users' }]);
  const past = {
    ...workchatAttempt(t.irene.chat.id, 'hello'),
    ended: { at: 0, code: 'remote-error' as const },
  };
  await t.bot.connector.findSent(past, async () => false, signal);
}

it('manifest and doctor ask for exactly the permissions that the calls need', async () => {
  const names = { allowFrom: ['Irene Paz'], teams: { Release: { channels: { Work: {} } }, '*': {} } };
  await t.restart(t.withSite(names));
  const { settings } = t.bot.account;
  const inApp = resourceNeeds(settings).map(({ name }) => name);
  const granted = directoryNeeds(settings)
    .filter((need) => need.inApp === undefined || !inApp.includes(need.inApp))
    .map(({ anyOf }) => anyOf[0]);
  t.cloud.app.resourcePermissions.clear();
  for (const name of inApp) t.cloud.app.resourcePermissions.add(name);
  await t.use(granted, t.withSite(names));
  const before = { calls: t.cloud.requestsTo('graph').length, asked: t.cloud.permissionsAsked.length };
  await t.restart(t.withSite(names));

  await hear(t.irene.chat, picture, 1);
  for (const place of [t.group, t.channel])
    for (const more of [picture, document]) await hear(place, more, 1);
  const post = t.cloud.people.write({ from: t.irene.user, in: t.channel, text: 'post' });
  await hear(t.channel, { under: post }, 0);
  await use();

  const refused = t.cloud
    .requestsTo('graph')
    .slice(before.calls)
    .filter(({ status }) => status === 403);
  expect(refused.map(({ path }) => path)).toEqual([]);
  const asked = new Set(t.cloud.permissionsAsked.slice(before.asked).flat());
  const unused = [...inApp, ...granted].filter((name) => !asked.has(name));
  // The bot channel requires it, not the directory.
  expect(unused).toEqual(['ChannelMessage.Send.Group']);
});
