import { Injectable } from '@nestjs/common';
import { type ForgetsPeople, RemembersPeople } from '../common/index.js';
import {
  type AccountId,
  type ActionName,
  type ChannelCapabilities,
  type ChannelConnector,
  type ChecksCards,
  type ChecksFiles,
  Connector,
  type ConnectorReasons,
  type ConversationDetails,
  type ConversationId,
  type ConversationRef,
  DEFAULT_ACCOUNT,
  type DescribesConversations,
  type EditsMessages,
  type ExplainsActions,
  type ExplainsReasons,
  type FetchesMedia,
  type FindsPlaces,
  type HasChecks,
  type HasUpkeep,
  type HasWebhooks,
  type KnowsAliases,
  type NormalizesSenders,
  type Place,
  type Probes,
  type RecallsMessages,
  type ReconcilesSends,
  type ResolvesTargets,
  type SenderId,
  senderKeyOf,
  type ShowsApprovals,
  type ShowsPolls,
  type ShowsTyping,
  type StreamsMessages,
  type Target,
  type UnsendsMessages,
} from '../channels/index.js';
import { ABSENT, absentAccount, AccountConnector } from '../channels/kit/index.js';
import type { WorkchatAccount } from './account/account.js';
import { WorkchatAccounts } from './account/accounts.js';
import { conversationKey, isPersonal, typedSender, WORKCHAT } from './ids/id.js';
import { showsWithCard } from './outbound/activities.js';
import { cardProblem } from './outbound/card-check.js';
import { stablePrefixLength } from './outbound/markdown/stable-prefix.js';
import { STREAM_LIFE_MS, STREAM_PACE_MS } from './outbound/streams.js';
import { MAX_TEXT_CHUNK } from './settings/top-config.js';
import { DROPS } from './inbound/drop-reasons.js';

const REFUSED = {
  what: "The platform refuses the bot's credentials.",
  setting: 'account.appPassword',
  remedy:
    '`gatehouse doctor --only workchat` shows the problem. Then `gatehouse config set {setting} -` (paste it, then press Ctrl-D)',
};
const UNREACHABLE = {
  what: 'The platform cannot be reached or issues no token.',
  setting: 'account.cloud',
  remedy: 'Check that this machine can reach the platform: `gatehouse doctor --only workchat`',
};

/** Reasons that this channel tells more exactly than the core's rows. */
export const REASONS: ConnectorReasons = {
  drops: DROPS,
  states: {
    'transient-disconnect': UNREACHABLE,
    'bad-credentials': REFUSED,
    error: {
      what: "The listener for the platform's calls cannot be opened.",
      setting: 'account.webhook.port',
      remedy: 'Free the port, or use another one: `gatehouse config set {setting} <port>`',
    },
  },
  sends: {
    unreachable: {
      ...UNREACHABLE,
      remedy: `${UNREACHABLE.remedy}. If the message has failed: \`gatehouse deliveries retry {delivery}\``,
    },
    'bad-credentials': {
      ...REFUSED,
      remedy: `${REFUSED.remedy}, then \`gatehouse deliveries retry {delivery}\``,
    },
  },
};

const CHANNEL_THREAD = /@thread\.(?:tacv2|skype)$/i;
const PERSONAL_CHAT = /@unq\.gbl\.spaces$/i;

/**
 * Describes a place by the id of its conversation. The other person of a personal chat is not in the id; only received
 * messages tell it.
 */
function placeOf(id: ConversationId, sender?: SenderId): ConversationDetails {
  const kind =
    isPersonal(id) || PERSONAL_CHAT.test(id) ? 'direct' : CHANNEL_THREAD.test(id) ? 'channel' : 'group';
  const keys = [conversationKey(id)];
  if (kind !== 'direct' || sender === undefined) return { conversation: { id, kind }, accessKeys: keys };
  return { conversation: { id, kind }, sender, accessKeys: [senderKeyOf(sender), ...keys] };
}

/** The channel's capabilities. An unknown send is reconciled where the app may read messages in the directory (wire 13.21). */
const WORKCHAT_CAPABILITIES: ChannelCapabilities = {
  version: 5,
  text: { maxChars: MAX_TEXT_CHUNK, format: 'markdown' },
  features: {
    typing: 'full',
    probe: 'full',
    edit: 'full',
    unsend: 'full',
    card: 'full',
    poll: 'full',
    approval: 'full',
    // Voice memos arrive as plain files.
    threads: 'full',
    reply: 'full',
    reconcile: 'partial',
    stream: 'partial',
    sendAttachment: 'partial',
  },
};

const { features } = WORKCHAT_CAPABILITIES;
const IN_CHANNELS = { ...WORKCHAT_CAPABILITIES, features: { ...features, stream: 'rejected' } } as const;
/** Chats have no threads, and bots cannot quote (wire 3.2). */
const IN_GROUPS = {
  ...IN_CHANNELS,
  features: { ...IN_CHANNELS.features, threads: 'rejected', reply: 'rejected' },
} as const;
/** Answers are shown while they are being written (wire 3.7). */
const IN_PERSONAL_CHATS = { ...IN_GROUPS, features: { ...IN_GROUPS.features, stream: 'full' } } as const;

const BY_KIND: Readonly<Record<ConversationRef['kind'], ChannelCapabilities>> = {
  direct: IN_PERSONAL_CHATS,
  group: IN_GROUPS,
  channel: IN_CHANNELS,
};

const capabilitiesIn = (target: Target | undefined): ChannelCapabilities =>
  target === undefined ? WORKCHAT_CAPABILITIES : BY_KIND[placeOf(target.conversation).conversation.kind];

const OBSTACLES: Readonly<Partial<Record<ActionName, string>>> = {
  react: 'the platform does not let bots react',
  reply: 'chats have no threads, and the platform does not let bots quote',
  sendWithEffect: 'the platform has no message effects',
  renameGroup: 'the platform does not let bots rename chats',
  setGroupIcon: 'the platform does not let bots set icons',
  addParticipant: 'the platform does not let bots add people',
  removeParticipant: 'the platform does not let bots remove people',
  leaveGroup: 'only the members of a group can remove the app',
};

/** The reason an action is missing; undefined when it is available. */
const obstacleTo = (action: ActionName): string | undefined => OBSTACLES[action];

const PERSON_PREFIX = /^(?:(?:workchat|teams):\s*)?(?:user:\s*)?/i;

/** The connector of the channel `workchat`, which passes each call to its account. */
@Connector()
@RemembersPeople()
@Injectable()
export class WorkchatConnector
  extends AccountConnector<WorkchatAccount>
  implements
    ChannelConnector,
    ForgetsPeople,
    ShowsTyping,
    Probes,
    ReconcilesSends,
    HasUpkeep,
    HasWebhooks,
    KnowsAliases,
    RecallsMessages,
    NormalizesSenders,
    EditsMessages,
    UnsendsMessages,
    ResolvesTargets,
    DescribesConversations,
    ExplainsActions,
    ExplainsReasons,
    FetchesMedia,
    FindsPlaces,
    HasChecks,
    ChecksCards,
    ChecksFiles,
    ShowsApprovals,
    ShowsPolls,
    StreamsMessages
{
  readonly channel = WORKCHAT;
  readonly messageIds = 'per-conversation';
  /** The limit for all files of a message (wire 6). */
  readonly mediaPatienceMs = 10_000;
  readonly pollsFile = 'workchat-polls.json';
  /** The platform documents only "a few seconds" (wire 3.7). */
  readonly typingTtlMs = 8_000;
  readonly streaming = { paceMs: STREAM_PACE_MS, lifeMs: STREAM_LIFE_MS };

  constructor(protected override readonly directory: WorkchatAccounts) {
    super(directory);
  }

  forgetPeople: ForgetsPeople['forgetPeople'] = () => this.find(DEFAULT_ACCOUNT)?.references.forget();

  webhooks: HasWebhooks['webhooks'] = () => this.directory.webhooks();

  capabilities: ChannelConnector['capabilities'] = capabilitiesIn;

  reasons: ExplainsReasons['reasons'] = () => REASONS;

  obstacleTo = obstacleTo;

  cardProblem = cardProblem;

  showsWithCard = showsWithCard;

  fileProblem: ChecksFiles['fileProblem'] = ({ account, conversation }, file) =>
    this.find(account)?.outbound.fileProblem(placeOf(conversation).conversation.kind, file);

  describeConversation: DescribesConversations['describeConversation'] = (account, conversation) =>
    placeOf(conversation, this.find(account)?.references.personIn(conversation));

  placeFor: FindsPlaces['placeFor'] = async (account, sender, named) => {
    const references = this.find(account)?.references;
    const id = named ?? (await references?.personalChatWith(sender));
    if (id === undefined) return undefined;
    const { team } = (await references?.find(id)) ?? {};
    const place = placeOf(id, references?.personIn(id));
    return team === undefined ? place : { ...place, conversation: { ...place.conversation, team } };
  };

  aliasesOf: KnowsAliases['aliasesOf'] = async (account, sender) =>
    (await this.find(account)?.references.aliasesOf(sender)) ?? [];

  normalizeSender: NormalizesSenders['normalizeSender'] = (_account, text) =>
    typedSender(text.trim().replace(PERSON_PREFIX, ''));

  setUpkeep: HasUpkeep['setUpkeep'] = (account, isOnDuty) => {
    if (account === DEFAULT_ACCOUNT) this.directory.setUpkeep(isOnDuty);
  };

  messagesBefore: RecallsMessages['messagesBefore'] = async (message, { most }, signal) =>
    (await this.find(message.account)?.recall.before(message, most, signal)) ?? [];

  connect: ChannelConnector['connect'] = (account, sink) => {
    if (this.find(account)) this.directory.connect(sink);
  };

  disconnect: ChannelConnector['disconnect'] = () => this.directory.disconnect();

  send: ChannelConnector['send'] = (attempt, signal) =>
    this.by(attempt.target.account, ({ outbound }) => outbound.send(attempt, signal), ABSENT.send);

  findSent: ReconcilesSends['findSent'] = (attempt, ...rest) =>
    this.by(attempt.target.account, (bot) => bot.reconciler.findSent(attempt, ...rest), ABSENT.findSent);

  edit: EditsMessages['edit'] = (message, ...rest) =>
    this.by(message.target.account, ({ outbound }) => outbound.edit(message, ...rest), ABSENT.action);

  showApprovalEnd: ShowsApprovals['showApprovalEnd'] = (message, ...rest) =>
    this.by(
      message.target.account,
      ({ outbound }) => outbound.showApprovalEnd(message, ...rest),
      ABSENT.action,
    );

  unsend: UnsendsMessages['unsend'] = (message, signal) =>
    this.by(message.target.account, ({ outbound }) => outbound.unsend(message, signal), ABSENT.action);

  async resolveTarget(account: AccountId, text: string, signal?: AbortSignal): Promise<Place | undefined> {
    return this.find(account)?.targets.resolve(text, signal);
  }

  async *fetchMedia(...[account, id, { maxBytes }, signal]: Parameters<FetchesMedia['fetchMedia']>) {
    const bot = this.find(account);
    if (bot) yield* bot.media.fetch(id, { maxBytes, signal });
    else yield { problem: absentAccount(account) };
  }

  typing: ShowsTyping['typing'] = async (target) => this.find(target.account)?.outbound.showTyping(target);

  stableLength = stablePrefixLength;

  openStream: StreamsMessages['openStream'] = (target, signal) =>
    this.by(
      target.account,
      ({ outbound }) => outbound.streams.begin(target, signal),
      (account) => ({ kind: 'refused', detail: absentAccount(account) }),
    );

  updateStream: StreamsMessages['updateStream'] = async (update, signal) =>
    (await this.find(update.target.account)?.outbound.streams.show(update, signal)) ?? 'over';

  checks: HasChecks['checks'] = (account) => this.find(account)?.checks() ?? [];

  probe: Probes['probe'] = (account) => this.by(account, (bot) => bot.probe(), ABSENT.probe);
}
