import { Injectable } from '@nestjs/common';
import { Assistant, type ToolBox, type Turn, type TurnPlace } from '../../assistant/index.js';
import { ConnectorRegistry, targetOf } from '../../channels/index.js';
import type { ClaimedJob } from '../../persistence/index.js';
import { type Admission, agentOf, type StoredEvent, type Utterance } from '../../conversations/index.js';
import { ToolPolicies } from '../tools/turn-tools.service.js';
import { TurnTools } from '../tools/turn-tools.service.js';
import { contentScopeOf } from '../history/turn-images.service.js';
import { type BegunHistory, type ContextOptions, placeOf, TurnMessages } from './turn-messages.service.js';

export interface TurnRun {
  readonly job: ClaimedJob;
  /** Whether the sender may give commands, and so may reach other conversations through the assistant. */
  readonly isAuthorized: Admission['isAuthorized'];
  readonly isStillLetIn: Admission['isStillLetIn'];
  /** Aborted when the answer is no longer wanted. */
  readonly signal: AbortSignal;
}

/** A turn and the first `seq` of its history. */
export interface BegunTurn extends Pick<StoredEvent, 'historyFrom'> {
  readonly turn: Turn;
}

/** Assembles the context of one turn. */
@Injectable()
export class TurnContext {
  constructor(
    private readonly policies: ToolPolicies,
    private readonly registry: ConnectorRegistry,
    private readonly assistant: Assistant,
    private readonly messages: TurnMessages,
    private readonly tools: TurnTools,
  ) {}

  async contextFor(stored: StoredEvent<Utterance>, run: TurnRun): Promise<BegunTurn> {
    const { id, sessionKey, event, alreadySaid, session } = stored;
    const alreadyDone = await this.tools.doneBefore(stored);
    const { historyFrom, ...said } = await this.said(stored, { alreadyDone, signal: run.signal });
    const turn = {
      turnId: id,
      agentId: agentOf(sessionKey),
      sessionKey,
      place: { ...placeOf(event), textFormat: this.formatAt(event), ...this.promptOf(event) },
      ...said,
      alreadySaid,
      alreadyDone,
      tools: once(() => this.toolsFor(stored, run)),
      ...(session.model === undefined ? {} : { model: session.model }),
    };
    return { turn, historyFrom };
  }

  private async said(
    stored: StoredEvent<Utterance>,
    rest: Pick<ContextOptions, 'alreadyDone' | 'signal'>,
  ): Promise<BegunHistory> {
    const agent = this.policies.agentOf(stored.sessionKey);
    if (!agent || !this.assistant.readsContext(agent.id))
      return { history: [], message: this.messages.alone(stored) };
    const { contextTokens, runtime, fallbacks } = agent;
    const content = contentScopeOf([runtime, ...fallbacks]);
    return this.messages.withContext(stored, { contextTokens, content, ...rest });
  }

  /** Whether answers to this place are sent in blocks. */
  isSentInParts({ channel, account }: Utterance): boolean {
    return this.registry.account(channel, account).blockStreaming;
  }

  private toolsFor(stored: StoredEvent<Utterance>, run: TurnRun): ToolBox | undefined {
    const agent = this.policies.agentOf(stored.sessionKey);
    if (!agent) return undefined;
    const policy = this.policies.policyFor(agent, stored.event);
    return this.tools.open({ ...run, stored, policy, agent, maxSteps: agent.maxToolSteps });
  }

  private promptOf({ channel, account, conversation }: Utterance): Pick<TurnPlace, 'systemPrompt'> {
    if (conversation.kind === 'direct') return {};
    const { systemPrompt } = this.registry.account(channel, account).group(conversation);
    return systemPrompt === undefined ? {} : { systemPrompt };
  }

  private formatAt(event: Utterance): TurnPlace['textFormat'] {
    return this.registry.get(event.channel).capabilities(targetOf(event)).text.format;
  }
}

/** Makes the tool box only once per turn, because it counts its effects. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
