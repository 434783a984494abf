import type { WorkplaceCore } from '../../core/core.js';
import type { Answer } from '../../http/answer.js';
import { refuseGraph } from '../../http/problems.js';
import type { Call, Route } from '../../http/route.js';
import { route } from '../../http/route.js';
import type { Json } from '../../common/json.js';
import type { Conversation, Message } from '../../common/types.js';
import { messageJson, systemEventJson } from './chat-message.js';
import { memberOf, teamOf } from './directory.routes.js';
import { page, single } from './page.js';
import type { Need } from './permissions.js';
import { NEEDS, permit } from './permissions.js';

const CHANNEL = '/teams/{group}/channels/{channel}/messages';
const CHAT = '/chats/{chat}/messages';
const SIZES = { most: 50, usual: 20 };

/** Messages, their pictures, and who is in a chat (workchat-wire 5.4, 5.6). */
export function messageRoutes(core: WorkplaceCore): Route[] {
  const reader = new MessageReader(core);
  const both = [`${CHANNEL}/{id}`, `${CHANNEL}/{root}/replies/{id}`, `${CHAT}/{id}`];
  return [
    route(`GET ${CHANNEL}`, (call) => reader.posts(call)),
    route(`GET ${CHANNEL}/{root}/replies`, (call) => reader.replies(call)),
    route(`GET ${CHAT}`, (call) => reader.chat(call)),
    route('GET /chats/{chat}', (call) => reader.about(call)),
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

  /** Root posts of a channel, newest first (5.6). */
  async posts(call: Call): Promise<Answer> {
    const channel = await this.enter(call);
    refuseQueries(call, ['$filter', '$orderby', '$skip', '$search', '$count']);
    const isExpanded = call.query.get('$expand') === 'replies';
    const roots = channel.messages
      .filter(({ id, rootId }) => id === rootId)
      .map((root) => ({
        ...this.json(root),
        ...(isExpanded ? this.expanded(call, channel, root.id) : {}),
      }));
    const all = newestFirst([...roots, ...this.events(channel)]);
    return page(this.core, call, all, SIZES);
  }

  /** The replies that come with their post; the rest has a list of its own. */
  private expanded({ prefix, path }: Call, channel: Conversation, root: string): Json {
    const replies = this.below(channel, root).map((each) => this.json(each));
    const most = this.core.limits.graphPageSize ?? replies.length;
    const rest = `${this.core.addresses.graph}${prefix}${path}/${root}/replies?$skiptoken=${most}`;
    return {
      replies: replies.slice(0, most),
      ...(replies.length > most ? { 'replies@odata.nextLink': rest } : {}),
    };
  }

  /** Replies to a post. Their order is not documented: see `variants.replies`. */
  async replies(call: Call): Promise<Answer> {
    const channel = await this.enter(call);
    refuseQueries(call, ['$filter', '$orderby', '$skip', '$search', '$count']);
    const replies = this.below(channel, call.params.root ?? '').map((each) => this.json(each));
    const isReversed = this.core.variants.replies === 'newest-first';
    return page(this.core, call, isReversed ? replies.toReversed() : replies, SIZES);
  }

  async chat(call: Call): Promise<Answer> {
    const chat = await this.enter(call);
    const all = [...chat.messages.map((each) => this.json(each)), ...this.events(chat)];
    return page(this.core, call, ordered(call, newestFirst(all)), SIZES);
  }

  async one(call: Call): Promise<Answer> {
    const event = (await this.enter(call)).systemEvents.find(({ id }) => id === call.params.id);
    const json = event ? systemEventJson(event, this.core) : this.json(await this.message(call));
    return single(this.core, call, json);
  }

  async about(call: Call): Promise<Answer> {
    const { kind, name, tenantId } = await this.enter(call, NEEDS.chat);
    const chatType = kind === 'personal' ? 'oneOnOne' : 'group';
    return single(this.core, call, { id: call.params.chat, topic: name ?? null, chatType, tenantId });
  }

  async members(call: Call): Promise<Answer> {
    const { members } = await this.enter(call, NEEDS.chatMembers);
    return page(this.core, call, members.map(memberOf));
  }

  /** Lists hosted pictures, never with their bytes (5.6). */
  async pictures(call: Call): Promise<Answer> {
    const { images } = await this.message(call);
    return page(
      this.core,
      call,
      images.map(({ hostedId: id }) => ({ id, contentBytes: null, contentType: null })),
    );
  }

  async picture(call: Call): Promise<Answer> {
    const { images } = await this.message(call);
    const image = images.find(({ hostedId }) => hostedId === call.params.picture);
    if (!image) throw notFound();
    return { status: 200, file: image.content, headers: { 'content-type': image.contentType } };
  }

  private async message(call: Call): Promise<Message> {
    const { messages } = await this.enter(call);
    const { id, root = id } = call.params;
    const found = messages.find((each) => each.id === id);
    // Only the path below its root finds a reply, and only the top-level path finds a root.
    if (!found || (found.rootId ?? id) !== root) throw notFound();
    return found;
  }

  private below({ messages }: Conversation, root: string): Message[] {
    return messages.filter(({ id, rootId }) => rootId === root && id !== root);
  }

  private events({ systemEvents }: Conversation): Json[] {
    return systemEvents.map((event) => systemEventJson(event, this.core));
  }

  private async enter(call: Call, chatNeed: Need = NEEDS.chatMessages): Promise<Conversation> {
    if (call.params.chat !== undefined) {
      const chat = chatOf(this.core, call.params.chat);
      await permit(this.core, call, chatNeed, chat);
      return chat;
    }
    const channel = teamOf(this.core, call).channels.find(({ id }) => id === call.params.channel);
    if (!channel) throw notFound();
    // The resource-specific permission does not apply to private channels (5.6).
    const place = channel.channelType === 'private' ? undefined : channel;
    await permit(this.core, call, NEEDS.channelMessages, place);
    return channel;
  }

  private json(message: Message): Json {
    return messageJson(message, this.core);
  }
}

/** Accepts `19:…` ids only: Graph knows `19:<user>_<app>@unq.gbl.spaces`, not the bot channel's `a:…` (1.1, 5.6). */
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

const newestFirst = (entries: readonly Json[]): Json[] =>
  entries.toSorted((one, other) => Number(other.id) - Number(one.id));

const notFound = (): Error => refuseGraph(404, 'NotFound', 'Resource not found');

/** Refuses unsupported queries: lists of a channel support only `$top` and `$expand` (workchat-wire 5.6). */
function refuseQueries({ query }: Call, names: readonly string[]): void {
  const unknown = names.find((name) => query.has(name));
  if (unknown === undefined) return;
  const what = unknown === '$orderby' ? 'order by' : unknown.slice(1);
  throw refuseGraph(400, 'BadRequest', `QueryOptions to ${what} is not supported.`);
}

const ORDER = /^(createdDateTime|lastModifiedDateTime) desc$/;
const BOUND = /^(createdDateTime|lastModifiedDateTime) (gt|lt) (\S+)$/;

/** Sorts a chat's messages newest first by the named time; a filter needs the same time in `$orderby`. */
function ordered(call: Call, entries: readonly Json[]): readonly Json[] {
  refuseQueries(call, ['$skip', '$search', '$count']);
  const [order, filter] = [call.query.get('$orderby'), call.query.get('$filter')];
  const [, field = 'createdDateTime'] = ORDER.exec(order ?? 'createdDateTime desc') ?? [];
  if (order !== null && !ORDER.test(order)) {
    throw refuseGraph(400, 'BadRequest', `QueryOptions to order by '${order}' is not supported.`);
  }
  const kept =
    filter === null ? entries : entries.filter(boundsOf(filter, order === null ? undefined : field));
  return kept.toSorted(
    (one, other) => timeOf(other, field) - timeOf(one, field) || Number(other.id) - Number(one.id),
  );
}

function boundsOf(filter: string, field: string | undefined): (entry: Json) => boolean {
  const bounds = filter.split(' and ').map((part) => BOUND.exec(part.trim()) ?? []);
  const isSupported = bounds.every(
    ([, name, how, at = '']) =>
      name === field && !Number.isNaN(Date.parse(at)) && (name !== 'createdDateTime' || how === 'lt'),
  );
  if (field === undefined || !isSupported) {
    throw refuseGraph(400, 'BadRequest', `QueryOptions to filter by '${filter}' is not supported.`);
  }
  return (entry) =>
    bounds.every(([, , how, at = '']) => {
      const distance = timeOf(entry, field) - Date.parse(at);
      return how === 'gt' ? distance > 0 : distance < 0;
    });
}

const timeOf = (entry: Json, field: string): number => Date.parse(String(entry[field]));
