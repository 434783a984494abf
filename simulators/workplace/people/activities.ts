import type { WorkplaceCore } from '../core/core.js';
import type { Json } from '../common/json.js';
import { compact } from '../common/json.js';
import type { Activity, ClientInfo, Conversation, Team, User } from '../common/types.js';

export interface ActivityParts {
  readonly type: string;
  readonly conversation: Conversation;
  readonly from: User;
  /** Default: a new event id. */
  readonly id?: string;
  /** Epoch ms; default now. */
  readonly at?: number;
  /** The root post of its thread. */
  readonly rootId?: string | undefined;
  /** Whether `from` has a name; system events have none. Default true. */
  readonly withName?: boolean;
  readonly channelData?: Json;
  readonly fields?: Json;
}

/** Builds inbound activities with their common fields (workchat-wire 1.1, 1.2). */
export class Activities {
  constructor(private readonly core: WorkplaceCore) {}

  build({ type, conversation, from, rootId, withName = true, ...rest }: ActivityParts): Activity {
    const { core } = this;
    return compact({
      type,
      id: rest.id ?? core.ids.event(),
      timestamp: core.clock.iso(rest.at),
      serviceUrl: core.serviceUrl(conversation.tenantId),
      channelId: 'msteams',
      from: personOf(from, withName),
      conversation: conversationOf(conversation, rootId),
      recipient: { id: core.app.id, name: core.app.name },
      ...rest.fields,
      channelData: { tenant: { id: conversation.tenantId }, ...rest.channelData },
    });
  }

  /** Local time, language and device of the person, which messages contain. */
  clientFields({ client }: User, at: number): Json {
    if (!client) return {};
    const localTimestamp = localTime(at, client.timezone);
    return { localTimestamp, localTimezone: client.timezone, locale: client.locale };
  }
}

export const clientInfo = (client: ClientInfo | null): Json[] =>
  client ? [{ ...client, type: 'clientInfo' }] : [];

export const personOf = ({ id, name, aadObjectId }: User, withName = true): Json =>
  withName ? { id, name, aadObjectId } : { id, aadObjectId };

/** `isGroup` is absent in personal chats; only named group chats have a name (1.1). */
function conversationOf(conversation: Conversation, rootId?: string): Json {
  const { kind, tenantId, name, id } = conversation;
  return compact({
    isGroup: kind === 'personal' ? undefined : true,
    conversationType: kind,
    tenantId,
    name: kind === 'groupChat' ? name : undefined,
    id: rootId === undefined ? id : `${id};messageid=${rootId}`,
  });
}

/** Data of every channel message; the directory group is only sometimes included (1.2). */
export function channelDataOf({ id, team, channelType }: Conversation, withGroupId = false): Json {
  if (!team) return {};
  const type = channelType === 'standard' ? undefined : channelType;
  return {
    teamsChannelId: id,
    teamsTeamId: team.id,
    channel: compact({ id, type }),
    team: compact({ id: team.id, aadGroupId: withGroupId ? team.aadGroupId : undefined }),
  };
}

export const teamDataOf = ({ aadGroupId, name, id }: Team): Json => ({ aadGroupId, name, id });

/** Formats a time as `2026-01-21T11:40:00.123+01:00`. */
function localTime(at: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value.slice(3) ?? '';
  const [hours = '0', minutes = '0'] = zone.slice(1).split(':');
  const offset = (Number(hours) * 60 + Number(minutes)) * (zone.startsWith('-') ? -1 : 1);
  const local = new Date(at + offset * 60_000).toISOString().slice(0, -1);
  return `${local}${zone || '+00:00'}`;
}
