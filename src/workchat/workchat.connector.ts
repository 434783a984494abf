import { Injectable } from '@nestjs/common';
import {
  type AccountId,
  type AccountSettings,
  type ActionName,
  type ActionOutcome,
  type ChannelCapabilities,
  type ChannelConnector,
  type ChecksCards,
  type ChecksFiles,
  Connector,
  type ConversationId,
  DEFAULT_ACCOUNT,
  type DeliveryAttempt,
  type Edit,
  type EditsMessages,
  type ExplainsActions,
  type FetchedFile,
  type FetchesMedia,
  type InboundMessage,
  type InboundSink,
  type HasUpkeep,
  type HasWebhooks,
  type DescribesConversations,
  type MediaContent,
  type MessageRef,
  type MissingFile,
  type NormalizesSenders,
  type PastMessage,
  type Place,
  type ConversationDetails,
  type ProbeReport,
  type Probes,
  type RecallsMessages,
  type ReconcileOutcome,
  type ReconcilesSends,
  type RemoteMessageId,
  type ResolvesTargets,
  type SenderId,
  type SendOutcome,
  type ShowsPolls,
  type ShowsTyping,
  type StreamOpening,
  type StreamsMessages,
  type StreamUpdate,
  type Target,
  type UnsendsMessages,
  type UpdateOutcome,
  type Webhook,
} from '../channels/index.js';
import { showsWithCard } from './outbound/activities.js';
import { cardProblem } from './outbound/card-check.js';
import { stablePrefixLength } from './outbound/stable-prefix.js';
import { STREAM_LIFE_MS, STREAM_PACE_MS } from './outbound/streams.js';
import { typedSender, WORKCHAT } from './ids/id.js';
import { capabilitiesIn, obstacleTo } from './account/capabilities.js';
import type { WorkchatAccount } from './account/account.js';
import { WorkchatAccounts } from './account/accounts.js';
import { placeOf } from './ids/place.js';

const PERSON_PREFIX = /^(?:(?:workchat|teams):\s*)?(?:user:\s*)?/i;

/** The connector of the channel `workchat`, which passes each call to its account. */
@Connector()
@Injectable()
export class WorkchatConnector
  implements
    ChannelConnector,
    ShowsTyping,
    Probes,
    ReconcilesSends,
    HasUpkeep,
    HasWebhooks,
    RecallsMessages,
    NormalizesSenders,
    EditsMessages,
    UnsendsMessages,
    ResolvesTargets,
    DescribesConversations,
    ExplainsActions,
    FetchesMedia,
    ChecksCards,
    ChecksFiles,
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

  constructor(private readonly bots: WorkchatAccounts) {}

  accounts(): readonly AccountSettings[] {
    return this.bots.settings();
  }

  webhooks(): readonly Webhook[] {
    return this.bots.webhooks();
  }

  capabilities(target?: Target): ChannelCapabilities {
    return capabilitiesIn(target);
  }

  obstacleTo(action: ActionName): string | undefined {
    return obstacleTo(action);
  }

  cardProblem(card: Readonly<Record<string, unknown>>): string | undefined {
    return cardProblem(card);
  }

  showsWithCard(text: string): boolean {
    return showsWithCard(text);
  }

  fileProblem(target: Target, file: Pick<MediaContent, 'mimeType' | 'bytes'>): string | undefined {
    const { kind } = placeOf(target.conversation).conversation;
    return this.bots.find(target.account)?.outbound.fileProblem(kind, file);
  }

  describeConversation(account: AccountId, conversation: ConversationId): ConversationDetails {
    return placeOf(conversation, this.bots.find(account)?.references.personIn(conversation));
  }

  normalizeSender(_account: AccountId, text: string): SenderId | undefined {
    return typedSender(text.trim().replace(PERSON_PREFIX, ''));
  }

  setUpkeep(account: AccountId, isOnDuty: boolean): void {
    if (account === DEFAULT_ACCOUNT) this.bots.setUpkeep(isOnDuty);
  }

  async messagesBefore(
    message: InboundMessage,
    { most }: { readonly most: number },
    signal: AbortSignal,
  ): Promise<readonly PastMessage[]> {
    return (await this.bots.find(message.account)?.recall.before(message, most, signal)) ?? [];
  }

  connect(account: AccountId, sink: InboundSink): void {
    if (this.bots.find(account)) this.bots.connect(sink);
  }

  disconnect(): Promise<void> {
    return this.bots.disconnect();
  }

  async send(attempt: DeliveryAttempt, signal: AbortSignal): Promise<SendOutcome> {
    const { account } = attempt.target;
    const bot = this.bots.find(account);
    if (bot) return bot.outbound.send(attempt, signal);
    return { kind: 'not-sent', code: 'rejected', retry: { kind: 'never' }, detail: absent(account) };
  }

  async findSent(
    attempt: DeliveryAttempt,
    isOurs: (id: RemoteMessageId) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<ReconcileOutcome> {
    const { account } = attempt.target;
    const bot = this.bots.find(account);
    if (bot) return bot.reconciler.findSent(attempt, isOurs, signal);
    return { kind: 'unresolved', detail: absent(account) };
  }

  edit(message: MessageRef, edit: Edit, signal: AbortSignal): Promise<ActionOutcome> {
    return this.act(message.target, (bot) => bot.outbound.edit(message, edit, signal));
  }

  unsend(message: MessageRef, signal: AbortSignal): Promise<ActionOutcome> {
    return this.act(message.target, (bot) => bot.outbound.unsend(message, signal));
  }

  async resolveTarget(account: AccountId, text: string, signal?: AbortSignal): Promise<Place | undefined> {
    return this.bots.find(account)?.targets.resolve(text, signal);
  }

  async *fetchMedia(
    account: AccountId,
    attachmentId: string,
    { maxBytes }: { readonly maxBytes: number },
    signal: AbortSignal,
  ): AsyncGenerator<FetchedFile | MissingFile> {
    const bot = this.bots.find(account);
    if (bot) yield* bot.media.fetch(attachmentId, { maxBytes, signal });
    else yield { problem: absent(account) };
  }

  async typing(target: Target): Promise<void> {
    await this.bots.find(target.account)?.outbound.showTyping(target);
  }

  stableLength(text: string): number {
    return stablePrefixLength(text);
  }

  async openStream(target: Target, signal: AbortSignal): Promise<StreamOpening> {
    const bot = this.bots.find(target.account);
    if (bot) return bot.outbound.streams.begin(target, signal);
    return { kind: 'refused', detail: absent(target.account) };
  }

  async updateStream(update: StreamUpdate, signal: AbortSignal): Promise<UpdateOutcome> {
    return (await this.bots.find(update.target.account)?.outbound.streams.show(update, signal)) ?? 'over';
  }

  async probe(account: AccountId): Promise<ProbeReport> {
    return (await this.bots.find(account)?.probe()) ?? { reachable: false, problem: absent(account) };
  }

  private async act(
    { account }: Target,
    what: (bot: WorkchatAccount) => Promise<ActionOutcome>,
  ): Promise<ActionOutcome> {
    const bot = this.bots.find(account);
    return bot ? what(bot) : { kind: 'failed', code: 'rejected', detail: absent(account) };
  }
}

const absent = (account: AccountId): string => `account ${account} is not configured or not enabled`;
