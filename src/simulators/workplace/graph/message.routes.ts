import type { WorkplaceCore } from '../core.js';
import type { Answer } from '../http/answer.js';
import { refuseGraph } from '../http/problems.js';
import type { Call, Route } from '../http/route.js';
import { route } from '../http/route.js';
import type { Json } from '../json.js';
import { compact, isObject, objects } from '../json.js';
import type { Conversation, Message } from '../types.js';
import { memberOf, teamOf } from './directory.routes.js';
import { page, single } from './page.js';
import type { Need } from './permissions.js';
import { NEEDS, permit } from './permissions.js';

const CHANNEL = '/teams/{group}/channels/{channel}/messages';
const CHAT = '/chats/{chat}/messages';
const MOST = 50;

/** Messages, their pictures, and who is in a chat (workchat-wire 5.4, 5.6). */
export function messageRoutes(core: WorkplaceCore): Route[] {
  const reader = new MessageReader(core);
  const both = [`${CHANNEL}/{id}`, `${CHANNEL}/{root}/replies/{id}`, `${CHAT}/{id}`];
  return [
    route(`GET ${CHANNEL}`, (call) => reader.posts(call)),
    route(`GET ${CHANNEL}/{root}/replies`, (call) => reader.replies(call)),
    route(`GET ${CHAT}`, (call) => reader.chat(call)),
    route('GET /chats/{chat}/members', (call) => reader.members(call)),
    ...both.flatMap((path) => [
      route(`GET ${path}`, (call) => reader.one(call)),
      route(`GET ${path}/hostedContents`, (call) => reader.pictures(call)),
      route(`GET ${path}/hostedContents/{picture}/$value`, (call) => reader.picture(call)),
    ]),
  ];
}

class MessageReader {
  constructor(private readonly core: WorkplaceCore) {}

  /** Newest first, roots only (5.6). */
  async posts(call: Call): Promise<Answer> {
    const { messages } = await this.enter(call);
    const roots = messages.filter(({ id, rootId }) => id === rootId);
    const withReplies = call.query.get('$expand') === 'replies';
    const shown = roots.toReversed().map((root) => {
      const replies = messages.filter(({ id, rootId }) => rootId === root.id && id !== root.id);
      return {
        ...this.json(root),
        ...(withReplies ? { replies: replies.map((each) => this.json(each)) } : {}),
      };
    });
    return page(this.core, call, shown, MOST);
  }

  /** Oldest first. */
  async replies(call: Call): Promise<Answer> {
    const { messages } = await this.enter(call);
    const root = call.params.root ?? '';
    if (call.query.has('$orderby'))
      throw refuseGraph(400, 'BadRequest', 'QueryOptions to order by is not supported.');
    const below = messages.filter(({ id, rootId }) => rootId === root && id !== root);
    return page(
      this.core,
      call,
      below.map((each) => this.json(each)),
      MOST,
    );
  }

  async chat(call: Call): Promise<Answer> {
    const { messages } = await this.enter(call);
    return page(
      this.core,
      call,
      messages.toReversed().map((each) => this.json(each)),
      MOST,
    );
  }

  async members(call: Call): Promise<Answer> {
    const { members } = await this.enter(call, NEEDS.chatMembers);
    return page(this.core, call, members.map(memberOf));
  }

  async one(call: Call): Promise<Answer> {
    return single(this.core, call, this.json(await this.message(call)));
  }

  /** The list never has the bytes (5.6). */
  async pictures(call: Call): Promise<Answer> {
    const { images } = await this.message(call);
    return page(
      this.core,
      call,
      images.map(({ id }) => ({ id, contentBytes: null, contentType: null })),
    );
  }

  async picture(call: Call): Promise<Answer> {
    const { images } = await this.message(call);
    const image = images.find(({ id }) => id === call.params.picture);
    if (!image) throw notFound();
    return { status: 200, file: image.content, headers: { 'content-type': image.contentType } };
  }

  private async message(call: Call): Promise<Message> {
    const { messages } = await this.enter(call);
    const { id, root = id } = call.params;
    const found = messages.find((each) => each.id === id);
    // A reply is found below its root only, and a root only at the top.
    if (!found || (found.rootId ?? id) !== root) throw notFound();
    return found;
  }

  private async enter(call: Call, chatNeed: Need = NEEDS.chatMessages): Promise<Conversation> {
    if (call.params.chat !== undefined) {
      const chat = chatOf(this.core, call.params.chat);
      await permit(this.core, call, chatNeed, chat);
      return chat;
    }
    const channel = teamOf(this.core, call).channels.find(({ id }) => id === call.params.channel);
    if (!channel) throw notFound();
    // Private channels are excepted from the resource-specific permission (5.6).
    const place = channel.channelType === 'private' ? undefined : channel;
    await permit(this.core, call, NEEDS.channelMessages, place);
    return channel;
  }

  private json(message: Message): Json {
    return messageJson(message, this.core);
  }
}

/** `19:…` ids only: the bot channel's `a:…` is not known to Graph, `19:<user>_<app>@unq.gbl.spaces` is (1.1, 5.6). */
function chatOf({ world, app }: WorkplaceCore, id: string): Conversation {
  if (!id.startsWith('19:') || id.includes(';')) {
    throw refuseGraph(400, 'BadRequest', `Invalid ThreadId. Unable to parse '${id}'.`);
  }
  const [, userId] = /^19:([0-9a-f-]{36})_[0-9a-f-]{36}@unq\.gbl\.spaces$/.exec(id) ?? [];
  const user = userId === undefined || !id.includes(`_${app.appId}@`) ? undefined : world.user(userId);
  const chat = world.conversations.find((each) =>
    user ? each.kind === 'personal' && each.members[0] === user : each.kind === 'groupChat' && each.id === id,
  );
  if (!chat) throw notFound();
  return chat;
}

/** The fields of chatMessage that are used (5.6). A deleted message keeps its place and loses its body. */
function messageJson(message: Message, { clock, app }: WorkplaceCore): Json {
  const { id, rootId, from, createdAt, editedAt, deletedAt, files, html } = message;
  const isDeleted = deletedAt !== undefined;
  const changedAt = deletedAt ?? editedAt ?? createdAt;
  const sender = from
    ? {
        user: { id: from.aadObjectId, displayName: from.name, userIdentityType: 'aadUser' },
        application: null,
      }
    : { user: null, application: { id: app.appId, displayName: app.name, applicationIdentityType: 'bot' } };
  return {
    id,
    replyToId: rootId === undefined || rootId === id ? null : rootId,
    etag: String(changedAt),
    messageType: 'message',
    createdDateTime: clock.iso(createdAt),
    lastModifiedDateTime: clock.iso(changedAt),
    deletedDateTime: isDeleted ? clock.iso(deletedAt) : null,
    from: sender,
    body: { contentType: 'html', content: isDeleted ? '' : html },
    attachments: isDeleted
      ? []
      : [
          ...files.map((file) => ({
            id: file.id,
            contentType: 'reference',
            contentUrl: file.contentUrl,
            content: null,
            name: file.name,
          })),
          ...(from ? [] : cardsOf(message)),
        ],
    mentions: mentionsOf(message),
  };
}

const cardsOf = ({ activity }: Message): Json[] =>
  objects(activity.attachments)
    .filter(({ contentType }) => String(contentType).startsWith('application/vnd.microsoft.card.'))
    .map(({ contentType, content }, index) => ({
      id: `card-${index}`,
      contentType,
      content: JSON.stringify(content),
    }));

const mentionsOf = ({ activity }: Message): Json[] =>
  objects(activity.entities)
    .filter(({ type }) => type === 'mention')
    .map(({ mentioned }, id) =>
      compact({ id, mentionText: isObject(mentioned) ? mentioned.name : undefined }),
    );

const notFound = (): Error => refuseGraph(404, 'NotFound', 'Resource not found');
