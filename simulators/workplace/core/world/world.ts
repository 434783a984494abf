import type { Ids } from '../../common/ids.js';
import type {
  ChannelType,
  ClientInfo,
  Conversation,
  ConversationKind,
  Team,
  Tenant,
  User,
} from '../../common/types.js';
import type { Site } from './site.js';

/** A person to add; only the name is required. Names may repeat, ids may not. */
export interface NewUser {
  readonly name: string;
  readonly id?: string;
  readonly aadObjectId?: string;
  readonly userPrincipalName?: string;
  readonly mail?: string;
  /** Default: the first tenant. */
  readonly tenant?: Tenant;
  readonly client?: ClientInfo | null;
}

export interface NewTeam {
  readonly name: string;
  readonly members: readonly User[];
  readonly id?: string;
  readonly aadGroupId?: string;
  /** Whether the bot is already a member, without an event about it. */
  readonly hasBot?: boolean;
}

export interface NewConversation {
  readonly id?: string;
  readonly name?: string;
  readonly members: readonly User[];
  readonly hasBot?: boolean;
}

export interface NewChannel {
  readonly name: string;
  readonly id?: string;
  /** Default `standard`. The bot is not in private channels unless `hasBot` is set. */
  readonly type?: ChannelType;
  /** Members of a private or shared channel; default: the team's members. */
  readonly members?: readonly User[];
  readonly hasBot?: boolean;
}

const CLIENT: ClientInfo = { locale: 'en-GB', country: 'ES', platform: 'Windows', timezone: 'Europe/Madrid' };

/** Tenants, people, teams, channels and chats, without any messages at the start. */
export class World {
  readonly tenants: Tenant[] = [];
  readonly users: User[] = [];
  readonly teams: Team[] = [];
  readonly conversations: Conversation[] = [];
  readonly sites: Site[] = [];

  constructor(private readonly ids: Ids) {}

  addTenant({ id = this.ids.guid(), name, domain }: { id?: string; name: string; domain: string }): Tenant {
    const tenant = { id, name, domain };
    this.tenants.push(tenant);
    return tenant;
  }

  addUser(user: NewUser): User {
    const { name, tenant = this.home, client = CLIENT } = user;
    const [givenName = name, ...rest] = name.split(' ');
    const address = `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@${tenant.domain}`;
    const principal = user.userPrincipalName ?? this.freeAddress(address);
    const made: User = {
      id: user.id ?? this.ids.user(),
      aadObjectId: user.aadObjectId ?? this.ids.guid(),
      name,
      givenName,
      surname: rest.join(' '),
      userPrincipalName: principal,
      mail: user.mail ?? principal,
      tenantId: tenant.id,
      client,
    };
    this.users.push(made);
    return made;
  }

  /** Adds a team with its General channel, whose id is the team's. */
  addTeam({ name, members, id = this.ids.channel(), hasBot = false, ...rest }: NewTeam): Team {
    const tenantId = members[0]?.tenantId ?? this.home.id;
    const aadGroupId = rest.aadGroupId ?? this.ids.guid();
    const team: Team = {
      id,
      aadGroupId,
      tenantId,
      name,
      members: [...members],
      channels: [],
      hasBot,
      sitePath: this.freeSite(name),
    };
    this.teams.push(team);
    this.addChannel(team, { name: 'General', id });
    return team;
  }

  addChannel(team: Team, channel: NewChannel): Conversation {
    const { type = 'standard', name, id = this.ids.channel() } = channel;
    const members = type === 'standard' ? team.members : [...(channel.members ?? team.members)];
    const hasBot = channel.hasBot ?? (team.hasBot && type !== 'private');
    const { tenantId } = team;
    const made = this.conversation({
      id,
      kind: 'channel',
      name,
      members,
      tenantId,
      hasBot,
      team,
      channelType: type,
    });
    team.channels.push(made);
    return made;
  }

  addGroupChat({ id = this.ids.groupChat(), name, members, hasBot = false }: NewConversation): Conversation {
    const tenantId = members[0]?.tenantId ?? this.home.id;
    return this.conversation({ id, kind: 'groupChat', name, members: [...members], tenantId, hasBot });
  }

  /** The one-to-one chat of a person with the bot; created if missing, without the app installed. */
  personalChat(user: User, id?: string): Conversation {
    const known = this.conversations.find(({ kind, members }) => kind === 'personal' && members[0] === user);
    if (known) return known;
    const { tenantId } = user;
    const fresh = { id: id ?? this.ids.personalChat(), kind: 'personal', members: [user], tenantId } as const;
    return this.conversation({ ...fresh, members: [user], name: undefined, hasBot: false });
  }

  addSite(site: Site): Site {
    this.sites.push(site);
    return site;
  }

  /** Finds a conversation by its base id, with or without `;messageid=`. */
  conversationById(id: string): Conversation | undefined {
    const base = id.replace(/;messageid=.*$/, '');
    return this.conversations.find((each) => each.id === base && !each.isDeleted);
  }

  /** Finds a person by `29:` id, directory id or principal name; the last two ignore case. */
  user(id: string): User | undefined {
    const wanted = id.toLowerCase();
    return this.users.find(
      (each) =>
        each.id === id ||
        [each.aadObjectId, each.userPrincipalName].some((known) => known.toLowerCase() === wanted),
    );
  }

  /** The tenant of the bot. */
  get home(): Tenant {
    const [home] = this.tenants;
    if (!home) throw new Error('The simulator has no tenant.');
    return home;
  }

  /** Gives teams of the same name separate sites, as a real tenant does. */
  private freeSite(name: string): string {
    const path = `sites/${name.replaceAll(/\W+/g, '')}`;
    const taken = new Set(this.teams.map(({ sitePath }) => sitePath));
    let free = path;
    for (let count = 2; taken.has(free); count += 1) free = `${path}${count}`;
    return free;
  }

  private freeAddress(address: string): string {
    const [local = '', domain = ''] = address.split('@');
    const same = this.users.filter(({ userPrincipalName }) =>
      new RegExp(`^${local}\\d*@${domain.replaceAll('.', '\\.')}$`).test(userPrincipalName),
    );
    return same.length === 0 ? address : `${local}${same.length + 1}@${domain}`;
  }

  private conversation(
    parts: Pick<Conversation, 'id' | 'members' | 'tenantId' | 'hasBot'> & {
      readonly kind: ConversationKind;
      readonly name: string | undefined;
      readonly team?: Team;
      readonly channelType?: ChannelType;
    },
  ): Conversation {
    const made: Conversation = {
      team: undefined,
      channelType: undefined,
      ...parts,
      block: undefined,
      isDeleted: false,
      messages: [],
      systemEvents: [],
    };
    this.conversations.push(made);
    return made;
  }
}
