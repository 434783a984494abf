import { Injectable } from '@nestjs/common';
import { type ForgetsPeople, RemembersPeople } from '../common/index.js';
import {
  type ChannelConnector,
  type ChecksEffects,
  Connector,
  type ConnectorReasons,
  type ConversationDetails,
  type ConversationId,
  type DescribesAccounts,
  type DescribesConversations,
  type EditsMessages,
  type ExplainsActions,
  type ExplainsReasons,
  type FetchesMedia,
  type FindsPlaces,
  type HasChecks,
  type HasUpkeep,
  type HasWebhooks,
  type ManagesGroups,
  type NormalizesSenders,
  type Probes,
  type Reacts,
  type ReadsMessageIds,
  type ReconcilesSends,
  type RendersText,
  type ResolvesTargets,
  type SendsReadReceipts,
  type SetsGroupIcon,
  type ShowsTyping,
  type Target,
  type UnsendsMessages,
} from '../channels/index.js';
import { ABSENT, AccountConnector } from '../channels/kit/index.js';
import type { ImbridgeAccount } from './account/account.js';
import { ImbridgeAccounts } from './account/accounts.js';
import { type Circumstances, imbridgeCapabilities, obstacleIn } from './account/capabilities.js';
import { typedSender } from './settings/allow-list.js';
import {
  accessKeysOf,
  chatGuidKey,
  chatIdentifierKey,
  conversationOf,
  IMBRIDGE,
  parseConversation,
  readMessageId,
  senderIdOf,
} from './ids/id.js';
import { effectIdOf, NO_SUCH_EFFECT } from './service/messages/effects.js';
import { plainTextOf, renderMarkdown } from './outbound/plain-text.js';
import { ImbridgeWebhook } from './webhook/webhook.js';
import { DROPS } from './inbound/drop-reasons.js';

const UNREACHABLE = {
  what: 'The bridge cannot be reached.',
  setting: 'account.serverUrl',
  remedy:
    'Start the bridge on the Mac and check {setting}; `gatehouse status --deep` shows what the bridge says.',
};
const REFUSED = {
  what: 'The bridge refuses the password.',
  setting: 'account.password',
  remedy: '`gatehouse config set {setting} -` (paste the bridge password, then press Ctrl-D)',
};

/** Reasons that this channel tells more exactly than the core's rows. */
export const REASONS: ConnectorReasons = {
  drops: DROPS,
  states: {
    degraded: {
      what: 'Texts go in and out, but the Private API helper, the webhook, or an extra such as replies does not work.',
      setting: 'account.serverUrl',
      remedy: '`gatehouse doctor --only imbridge` shows which one and how to fix it.',
    },
    'transient-disconnect': UNREACHABLE,
    'bad-credentials': REFUSED,
    error: {
      what: 'The bridge receives but cannot send.',
      setting: 'account.serverUrl',
      remedy: 'Switch on the Private API in the bridge and attach its helper on the Mac.',
    },
  },
  sends: {
    unreachable: {
      ...UNREACHABLE,
      remedy: `${UNREACHABLE.remedy} If the message has failed: \`gatehouse deliveries retry {delivery}\``,
    },
    'bad-credentials': {
      ...REFUSED,
      remedy: `${REFUSED.remedy}, then \`gatehouse deliveries retry {delivery}\``,
    },
    'not-supported': {
      what: 'The bridge cannot do this, or needs the Private API and its helper for it.',
      setting: 'account.serverUrl',
      remedy: 'Switch on the Private API in the bridge and attach its helper on the Mac.',
    },
  },
};

/** The connector of the channel `imbridge`, which passes each call to its account. */
@Connector()
@RemembersPeople()
@Injectable()
export class ImbridgeConnector
  extends AccountConnector<ImbridgeAccount>
  implements
    ChannelConnector,
    ForgetsPeople,
    ShowsTyping,
    SendsReadReceipts,
    ReconcilesSends,
    Probes,
    HasChecks,
    HasUpkeep,
    HasWebhooks,
    NormalizesSenders,
    Reacts,
    EditsMessages,
    UnsendsMessages,
    ManagesGroups,
    SetsGroupIcon,
    ResolvesTargets,
    FetchesMedia,
    FindsPlaces,
    DescribesAccounts,
    DescribesConversations,
    ExplainsActions,
    ExplainsReasons,
    RendersText,
    ChecksEffects,
    ReadsMessageIds
{
  readonly channel = IMBRIDGE;
  /** Message ids are GUIDs; a message to a handle may return in the chat of another handle of the same person. */
  readonly messageIds = 'global';
  /**
   * The bridge does not refuse to change others' messages, but reports after half a minute that nothing has changed.
   */
  readonly changes = 'own';
  /** Apple's own time-out of the indicator. */
  readonly typingTtlMs = 60_000;

  constructor(
    protected override readonly directory: ImbridgeAccounts,
    private readonly webhook: ImbridgeWebhook,
  ) {
    super(directory);
  }

  forgetPeople: ForgetsPeople['forgetPeople'] = () => {
    for (const account of this.directory.all()) account.forgetPeople();
  };

  webhooks: HasWebhooks['webhooks'] = () => this.webhook.declared();

  capabilities: ChannelConnector['capabilities'] = (target) => {
    if (!target) return imbridgeCapabilities();
    const account = this.find(target.account);
    return account?.capabilities(target.conversation) ?? imbridgeCapabilities(this.circumstancesOf(target));
  };

  accountCapabilities: DescribesAccounts['accountCapabilities'] = (account) =>
    this.find(account)?.capabilities() ?? imbridgeCapabilities();

  obstacleTo: ExplainsActions['obstacleTo'] = (action, target) =>
    obstacleIn(this.circumstancesOf(target), action);

  describeConversation: DescribesConversations['describeConversation'] = (_account, conversation) =>
    placeOf(conversation);

  reasons: ExplainsReasons['reasons'] = () => REASONS;

  placeFor: FindsPlaces['placeFor'] = async (_account, sender, conversation) =>
    placeOf(conversation ?? conversationOf({ separator: '-', identifier: sender }));

  effectProblem: ChecksEffects['effectProblem'] = (name) =>
    effectIdOf(name) === undefined ? NO_SUCH_EFFECT : undefined;

  readMessageId = readMessageId;

  renderText = renderMarkdown;

  normalizeSender: NormalizesSenders['normalizeSender'] = (account, text) =>
    typedSender(text, this.find(account)?.settings.region);

  setUpkeep: HasUpkeep['setUpkeep'] = (account, isOnDuty) => this.find(account)?.setUpkeep(isOnDuty);

  connect: ChannelConnector['connect'] = (account, sink) => this.find(account)?.connect(sink);

  disconnect: ChannelConnector['disconnect'] = async (account) => {
    // A new account of the same name may begin while the removed one is still disconnecting.
    const connected = this.find(account);
    await this.directory.left(account);
    await connected?.disconnect();
  };

  send: ChannelConnector['send'] = (attempt, signal) =>
    this.by(attempt.target.account, (account) => account.send(attempt, signal), ABSENT.send);

  findSent: ReconcilesSends['findSent'] = (attempt, ...rest) =>
    this.by(attempt.target.account, (account) => account.findSent(attempt, ...rest), ABSENT.findSent);

  react: Reacts['react'] = (message, ...rest) =>
    this.by(message.target.account, ({ messages }) => messages.react(message, ...rest), ABSENT.action);

  edit: EditsMessages['edit'] = (message, { text, author }, signal) => {
    // Only a model's Markdown is converted; a person's text is sent verbatim.
    const plain = author === 'assistant' ? plainTextOf(text) : text;
    return this.by(
      message.target.account,
      ({ messages }) => messages.edit(message, plain, signal),
      ABSENT.action,
    );
  };

  unsend: UnsendsMessages['unsend'] = (message, signal) =>
    this.by(message.target.account, ({ messages }) => messages.unsend(message, signal), ABSENT.action);

  renameGroup: ManagesGroups['renameGroup'] = (group, ...rest) =>
    this.by(group.account, ({ groups }) => groups.rename(group, ...rest), ABSENT.action);

  addParticipant: ManagesGroups['addParticipant'] = (group, ...rest) =>
    this.by(group.account, ({ groups }) => groups.add(group, ...rest), ABSENT.action);

  removeParticipant: ManagesGroups['removeParticipant'] = (group, ...rest) =>
    this.by(group.account, ({ groups }) => groups.remove(group, ...rest), ABSENT.action);

  leaveGroup: ManagesGroups['leaveGroup'] = (group, signal) =>
    this.by(group.account, ({ groups }) => groups.leave(group, signal), ABSENT.action);

  setGroupIcon: SetsGroupIcon['setGroupIcon'] = (group, ...rest) =>
    this.by(group.account, ({ groups }) => groups.setIcon(group, ...rest), ABSENT.action);

  resolveTarget: ResolvesTargets['resolveTarget'] = async (account, text, signal) =>
    this.find(account)?.targets.resolve(text, signal);

  async *fetchMedia(...[account, id, { maxBytes }, signal]: Parameters<FetchesMedia['fetchMedia']>) {
    const absent = { problem: 'the account is not connected' };
    yield (await this.find(account)?.fetchMedia(id, maxBytes, signal)) ?? absent;
  }

  typing: ShowsTyping['typing'] = async ({ account, conversation }) =>
    this.find(account)?.typing(conversation);

  markRead: SendsReadReceipts['markRead'] = async ({ account, conversation }) =>
    this.find(account)?.markRead(conversation);

  checks: HasChecks['checks'] = (account) => this.directory.checks(account);

  probe: Probes['probe'] = (account) => this.by(account, (found) => found.probe(), ABSENT.probe);

  private circumstancesOf(target: Target | undefined): Circumstances {
    const account = target && this.find(target.account);
    const { conversation } = target ?? {};
    const { actions, textFormatting } = account?.settings ?? {};
    return { info: account?.info.known(), actions, textFormatting, conversation };
  }
}

/** Tells from a conversation's id whether it is a group, or who the other person is. */
export function placeOf(id: ConversationId): ConversationDetails | undefined {
  const chat = parseConversation(id);
  if (!chat) return undefined;
  const { identifier } = chat;
  if (chat.separator === '+')
    return {
      conversation: { id, kind: 'group' },
      accessKeys: [chatGuidKey(id), chatIdentifierKey(identifier)],
    };
  const sender = senderIdOf(identifier);
  return {
    conversation: { id, kind: 'direct' },
    sender,
    accessKeys: accessKeysOf(sender, chat),
  };
}
