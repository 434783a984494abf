import { Injectable } from '@nestjs/common';
import {
  type AccountId,
  type AccountSettings,
  type ActionName,
  type ActionOutcome,
  type ChannelCapabilities,
  type ChannelConnector,
  type ChecksEffects,
  Connector,
  type ConversationId,
  type DeliveryAttempt,
  type Edit,
  type EditsMessages,
  type ExplainsActions,
  type FetchedFile,
  type FetchesMedia,
  type FormattedText,
  type InboundSink,
  type HasUpkeep,
  type HasWebhooks,
  type DescribesAccounts,
  type DescribesConversations,
  type ManagesGroups,
  type MessageRef,
  type MissingFile,
  type NormalizesSenders,
  type ProbeReport,
  type Probes,
  type Reacts,
  type ReadsMessageIds,
  type ReconcileOutcome,
  type ReconcilesSends,
  type RemoteMessageId,
  type RendersText,
  type ResolvesTargets,
  type Picture,
  type ConversationDetails,
  type SenderId,
  type SendOutcome,
  type SendsReadReceipts,
  type SetsGroupIcon,
  type ShowsTyping,
  type Target,
  type UnsendsMessages,
  type Webhook,
} from '../channels/index.js';
import type { ImbridgeAccount } from './account/account.js';
import { failed } from './service/outcome.js';
import { ImbridgeAccounts } from './account/accounts.js';
import { type Circumstances, imbridgeCapabilities, obstacleIn } from './account/capabilities.js';
import { typedSender } from './settings/allow-list.js';
import { IMBRIDGE, readMessageId } from './ids/id.js';
import { placeOf } from './ids/place.js';
import { effectIdOf, NO_SUCH_EFFECT } from './service/messages/effects.js';
import { plainTextOf, renderMarkdown } from './outbound/plain-text.js';
import { ImbridgeWebhook } from './webhook/webhook.js';

/** The connector of the channel `imbridge`, which passes each call to its account. */
@Connector()
@Injectable()
export class ImbridgeConnector
  implements
    ChannelConnector,
    ShowsTyping,
    SendsReadReceipts,
    ReconcilesSends,
    Probes,
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
    DescribesAccounts,
    DescribesConversations,
    ExplainsActions,
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
    private readonly bridges: ImbridgeAccounts,
    private readonly webhook: ImbridgeWebhook,
  ) {}

  accounts(): readonly AccountSettings[] {
    return this.bridges.settings();
  }

  webhooks(): readonly Webhook[] {
    return this.webhook.declared();
  }

  capabilities(target?: Target): ChannelCapabilities {
    if (!target) return imbridgeCapabilities();
    const bridge = this.bridges.find(target.account);
    return bridge?.capabilities(target.conversation) ?? imbridgeCapabilities(this.circumstancesOf(target));
  }

  accountCapabilities(account: AccountId): ChannelCapabilities {
    return this.bridges.find(account)?.capabilities() ?? imbridgeCapabilities();
  }

  obstacleTo(action: ActionName, target: Target): string | undefined {
    return obstacleIn(this.circumstancesOf(target), action);
  }

  describeConversation(_account: AccountId, conversation: ConversationId): ConversationDetails | undefined {
    return placeOf(conversation);
  }

  effectProblem(name: string): string | undefined {
    return effectIdOf(name) === undefined ? NO_SUCH_EFFECT : undefined;
  }

  readMessageId(text: string): Pick<MessageRef, 'messageId' | 'part'> {
    return readMessageId(text);
  }

  renderText(markdown: string): FormattedText {
    return renderMarkdown(markdown);
  }

  normalizeSender(account: AccountId, text: string): SenderId | undefined {
    return typedSender(text, this.bridges.find(account)?.settings.region);
  }

  setUpkeep(account: AccountId, isOnDuty: boolean): void {
    this.bridges.find(account)?.setUpkeep(isOnDuty);
  }

  connect(account: AccountId, sink: InboundSink): void {
    this.bridges.find(account)?.connect(sink);
  }

  async disconnect(account: AccountId): Promise<void> {
    // A new account of the same name may begin while the removed one is still disconnecting.
    const bridge = this.bridges.find(account);
    await this.bridges.left(account);
    await bridge?.disconnect();
  }

  async send(attempt: DeliveryAttempt, signal: AbortSignal): Promise<SendOutcome> {
    const bridge = this.bridges.find(attempt.target.account);
    if (bridge) return bridge.send(attempt, signal);
    const detail = `account ${attempt.target.account} is not configured or not enabled`;
    return { kind: 'not-sent', code: 'rejected', retry: { kind: 'never' }, detail };
  }

  async findSent(
    attempt: DeliveryAttempt,
    isOurs: (id: RemoteMessageId) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<ReconcileOutcome> {
    const bridge = this.bridges.find(attempt.target.account);
    if (bridge) return bridge.findSent(attempt, isOurs, signal);
    return {
      kind: 'unresolved',
      detail: `account ${attempt.target.account} is not configured or not enabled`,
    };
  }

  react(
    message: MessageRef,
    reaction: { readonly emoji: string; readonly isRemoved: boolean },
    signal: AbortSignal,
  ): Promise<ActionOutcome> {
    return this.act(message.target, (bridge) => bridge.messages.react(message, reaction, signal));
  }

  edit(message: MessageRef, edit: Edit, signal: AbortSignal): Promise<ActionOutcome> {
    // Only a model's Markdown is converted; a person's text is sent verbatim.
    const text = edit.author === 'assistant' ? plainTextOf(edit.text) : edit.text;
    return this.act(message.target, (bridge) => bridge.messages.edit(message, text, signal));
  }

  unsend(message: MessageRef, signal: AbortSignal): Promise<ActionOutcome> {
    return this.act(message.target, (bridge) => bridge.messages.unsend(message, signal));
  }

  renameGroup(group: Target, name: string, signal: AbortSignal): Promise<ActionOutcome> {
    return this.act(group, (bridge) => bridge.groups.rename(group, name, signal));
  }

  addParticipant(group: Target, sender: SenderId, signal: AbortSignal): Promise<ActionOutcome> {
    return this.act(group, (bridge) => bridge.groups.add(group, sender, signal));
  }

  removeParticipant(group: Target, sender: SenderId, signal: AbortSignal): Promise<ActionOutcome> {
    return this.act(group, (bridge) => bridge.groups.remove(group, sender, signal));
  }

  leaveGroup(group: Target, signal: AbortSignal): Promise<ActionOutcome> {
    return this.act(group, (bridge) => bridge.groups.leave(group, signal));
  }

  setGroupIcon(group: Target, picture: Picture, signal: AbortSignal): Promise<ActionOutcome> {
    return this.act(group, (bridge) => bridge.groups.setIcon(group, picture, signal));
  }

  async resolveTarget(
    account: AccountId,
    text: string,
    signal: AbortSignal,
  ): Promise<ConversationId | undefined> {
    return this.bridges.find(account)?.targets.resolve(text, signal);
  }

  async *fetchMedia(
    account: AccountId,
    attachmentId: string,
    { maxBytes }: { readonly maxBytes: number },
    signal: AbortSignal,
  ): AsyncGenerator<FetchedFile | MissingFile> {
    yield (
      (await this.bridges.find(account)?.fetchMedia(attachmentId, maxBytes, signal)) ?? {
        problem: 'the account is not connected',
      }
    );
  }

  async typing(target: Target): Promise<void> {
    await this.bridges.find(target.account)?.typing(target.conversation);
  }

  async markRead(target: Target): Promise<void> {
    await this.bridges.find(target.account)?.markRead(target.conversation);
  }

  async probe(account: AccountId): Promise<ProbeReport> {
    const bridge = this.bridges.find(account);
    return bridge
      ? bridge.probe()
      : { reachable: false, problem: 'The account is not configured or not enabled.' };
  }

  private circumstancesOf(target: Target | undefined): Circumstances {
    const bridge = target && this.bridges.find(target.account);
    const { conversation } = target ?? {};
    const { actions, textFormatting } = bridge?.settings ?? {};
    return { info: bridge?.info.known(), actions, textFormatting, conversation };
  }

  private async act(
    { account }: Target,
    what: (bridge: ImbridgeAccount) => Promise<ActionOutcome>,
  ): Promise<ActionOutcome> {
    const bridge = this.bridges.find(account);
    return bridge ? what(bridge) : failed('rejected', `account ${account} is not configured or not enabled`);
  }
}
