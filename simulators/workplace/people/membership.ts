import type { WorkplaceCore } from '../core/core.js';
import type { Json } from '../common/json.js';
import type { Activity, Conversation, Team, User } from '../common/types.js';
import type { NewChannel } from '../core/world/world.js';
import { Activities, teamDataOf } from './activities.js';

export type Place = Conversation | Team;

/** Changes of a team other than of its members (1.7). */
export type TeamEvent =
  'teamRenamed' | 'teamDeleted' | 'teamHardDeleted' | 'teamArchived' | 'teamUnarchived' | 'teamRestored';

export const isTeam = (place: Place): place is Team => 'channels' in place;

/** People install the app, join, leave, and rename teams, channels and chats (workchat-wire 1.7, 1.8). */
export class Membership {
  private readonly activities: Activities;

  constructor(private readonly core: WorkplaceCore) {
    this.activities = new Activities(core);
  }

  /**
   * Installs the app: sends `installationUpdate` and the event that the bot was added, in the given order, because
   * either may come first. `selectedChannel` is the channel of a team in which it was installed; default General.
   */
  install(
    place: Place,
    by: User,
    { selectedChannel, updateFirst = true }: { selectedChannel?: Conversation; updateFirst?: boolean } = {},
  ): readonly Activity[] {
    setBot(place, true);
    this.record(place, 'membersAdded', by, { id: this.core.app.appId, displayName: this.core.app.name });
    const where = selectedChannel ?? conversationOf(place);
    const events = [this.installation(place, { by, where, action: 'add' }), this.botAdded(place, by, where)];
    return this.tell(...(updateFirst ? events : events.reverse()));
  }

  /** Installs a new version of the app; `remove-upgrade` is sent for the old one. */
  upgrade(
    place: Place,
    by: User,
    action: 'add-upgrade' | 'remove-upgrade' = 'add-upgrade',
  ): readonly Activity[] {
    return this.tell(this.installation(place, { by, where: conversationOf(place), action }));
  }

  uninstall(place: Place, by: User): readonly Activity[] {
    setBot(place, false);
    this.record(place, 'membersDeleted', by, { id: this.core.app.appId, displayName: this.core.app.name });
    const where = conversationOf(place);
    const gone = { membersRemoved: [{ id: this.core.app.id }] };
    const event = isTeam(place) ? 'teamMemberRemoved' : undefined;
    return this.tell(
      this.installation(place, { by, where, action: 'remove' }),
      this.update(place, { by, where, event, fields: gone }),
    );
  }

  /** Sends the bot no event: it notices the block when it writes (3.6). */
  block(conversation: Conversation, how: NonNullable<Conversation['block']> = 'MessageWritesBlocked'): void {
    conversation.block = how;
  }

  unblock(conversation: Conversation): void {
    conversation.block = undefined;
  }

  addMember(place: Place, user: User, by: User): readonly Activity[] {
    if (!place.members.includes(user)) place.members.push(user);
    return this.members(place, { by, added: user });
  }

  removeMember(place: Place, user: User, by: User): readonly Activity[] {
    const at = place.members.indexOf(user);
    if (at >= 0) place.members.splice(at, 1);
    return this.members(place, { by, removed: user });
  }

  createChannel(team: Team, by: User, channel: NewChannel): Conversation {
    const made = this.core.world.addChannel(team, channel);
    this.channelEvent(made, 'channelCreated', by);
    return made;
  }

  renameChannel(channel: Conversation, name: string, by: User): void {
    channel.name = name;
    this.channelEvent(channel, 'channelRenamed', by);
  }

  deleteChannel(channel: Conversation, by: User): void {
    channel.isDeleted = true;
    this.channelEvent(channel, 'channelDeleted', by);
  }

  restoreChannel(channel: Conversation, by: User): void {
    channel.isDeleted = false;
    this.channelEvent(channel, 'channelRestored', by);
  }

  renameTeam(team: Team, name: string, by: User): void {
    team.name = name;
    this.teamEvent(team, 'teamRenamed', by);
  }

  /** Sends a team event, possibly of an unknown type, which a bot must ignore (1.7). */
  teamEvent(team: Team, event: TeamEvent | (string & {}), by: User): void {
    this.tell(this.update(team, { by, where: conversationOf(team), event, fields: {} }));
  }

  private channelEvent(channel: Conversation, event: string, by: User): void {
    const { team } = channel;
    if (!team) throw new Error('Only a channel has channel events.');
    const told = { channel: { id: channel.id, name: channel.name } };
    this.tell(this.update(team, { by, where: conversationOf(team), event, fields: {}, told }));
  }

  private members(
    place: Place,
    { by, added, removed }: { readonly by: User; readonly added?: User; readonly removed?: User },
  ): readonly Activity[] {
    const event = added ? 'teamMemberAdded' : 'teamMemberRemoved';
    const person = added ?? removed ?? by;
    const member = { id: person.aadObjectId, displayName: person.name, userIdentityType: 'aadUser' };
    this.record(place, added ? 'membersAdded' : 'membersDeleted', by, member);
    const list = [added ?? removed].flatMap((user) =>
      user ? [{ id: user.id, aadObjectId: user.aadObjectId }] : [],
    );
    const fields = added ? { membersAdded: list } : { membersRemoved: list };
    const where = conversationOf(place);
    return this.tell(this.update(place, { by, where, event: isTeam(place) ? event : undefined, fields }));
  }

  /** Stores the event as people see it; Graph lists it among the messages (5.6). */
  private record(place: Place, what: 'membersAdded' | 'membersDeleted', by: User, member: Json): void {
    const user = { id: by.aadObjectId, displayName: by.name, userIdentityType: 'aadUser' };
    const detail = {
      '@odata.type': `#microsoft.graph.${what}EventMessageDetail`,
      members: [member],
      initiator: { application: null, device: null, user },
    };
    conversationOf(place).systemEvents.push({ id: this.core.ids.message(), detail });
  }

  private botAdded(place: Place, by: User, where: Conversation): Activity {
    const fields = { membersAdded: [{ id: this.core.app.id }] };
    if (!isTeam(place)) return this.update(place, { by, where, event: undefined, fields });
    const told = { settings: { selectedChannel: { id: where.id } } };
    return this.update(place, { by, where, event: 'teamMemberAdded', fields, told });
  }

  private update(
    place: Place,
    options: {
      readonly by: User;
      readonly where: Conversation;
      readonly event: string | undefined;
      readonly fields: Json;
      readonly told?: Json;
    },
  ): Activity {
    const { by: from, where: conversation, event, fields, told } = options;
    const team = isTeam(place) ? { team: teamDataOf(place), eventType: event } : {};
    return this.activities.build({
      type: 'conversationUpdate',
      conversation,
      from,
      withName: false,
      channelData: { ...told, ...team },
      fields,
    });
  }

  private installation(
    place: Place,
    { by: from, where, action }: { readonly by: User; readonly where: Conversation; readonly action: string },
  ): Activity {
    const locale = from.client?.locale ?? 'en-US';
    const team = isTeam(place) ? { team: teamDataOf(place) } : {};
    return this.activities.build({
      type: 'installationUpdate',
      conversation: where,
      from,
      withName: false,
      channelData: { settings: { selectedChannel: { id: where.id } }, ...team, source: { name: 'message' } },
      fields: { action, entities: [{ locale, type: 'clientInfo' }], locale },
    });
  }

  private tell(...activities: Activity[]): readonly Activity[] {
    for (const activity of activities) this.core.dispatcher.post(activity);
    return activities;
  }
}

/** The conversation of a place's events: the General channel, or the chat itself. */
function conversationOf(place: Place): Conversation {
  if (!isTeam(place)) return place;
  const general = place.channels.find(({ id }) => id === place.id);
  if (!general) throw new Error(`The team ${place.name} has no General channel.`);
  return general;
}

/** A team's app is not installed in its private channels (3-workchat, Limits). */
function setBot(place: Place, hasBot: boolean): void {
  place.hasBot = hasBot;
  if (!isTeam(place)) return;
  for (const channel of place.channels) channel.hasBot = hasBot && channel.channelType !== 'private';
}
