import { Injectable, Logger } from '@nestjs/common';
import { type Actor, AuditLog } from '../access-control/index.js';
import {
  Assistant,
  OverBudgetError,
  RuntimeFailure,
  type Turn,
  turnFailureOf,
  type TurnPart,
} from '../assistant/index.js';
import { Clock, errorText, GatehouseError, newId } from '../common/index.js';
import { Database } from '../persistence/index.js';
import { type Explanation, ReasonTable } from './reasons/reason-table.service.js';

/** How long a question waits for its turn while the agent answers people, ms. */
const WAIT_MS = 60_000;

/** A question of an operator to an agent. */
export interface TrialQuestion {
  readonly agentId: string;
  readonly text: string;
}

/** A part of what comes of it; the last is `answered` or `failed`. */
export type TrialPart =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'answered';
      readonly durationMs: number;
      readonly inputTokens: number;
      readonly outputTokens: number;
      /** The model's limit of tokens has ended the answer. */
      readonly isCutOff: boolean;
    }
  /** The failure in its own words, and what the table of reasons says about it. */
  | { readonly kind: 'failed'; readonly failure: string; readonly why: Explanation | undefined };

/**
 * Asks an agent one question as it is configured, outside of every conversation: nothing of it is kept or sent, and it gets
 * no tools. The call counts in the ledger and in budgets, for the operator as for any other person.
 */
@Injectable()
export class AgentTrials {
  private readonly logger = new Logger('Trial');
  /** The actors whose question is being answered. */
  private readonly asking = new Set<string>();

  constructor(
    private readonly assistant: Assistant,
    private readonly reasons: ReasonTable,
    private readonly audit: AuditLog,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins an answer, which ends with the signal at the latest.
   * @throws GatehouseError NOT_FOUND for an unknown agent, CONFLICT while the actor waits for another answer
   */
  async ask(actor: Actor, question: TrialQuestion, signal: AbortSignal): Promise<AsyncGenerator<TrialPart>> {
    const { agentId } = question;
    if (!this.assistant.status().some(({ id }) => id === agentId))
      throw new GatehouseError('NOT_FOUND', 'No such agent.', 'no agent in agents.list has this id');
    if (this.asking.has(actor.id))
      throw new GatehouseError(
        'CONFLICT',
        'An agent is already answering you.',
        'stop it, or wait for its answer',
      );
    const leave = this.enter(actor, signal);
    try {
      // The entry names who caused the cost; the question is not recorded.
      await this.db.transaction((tx) =>
        this.audit.record(tx, actor, { action: 'agent.tried', subject: agentId }),
      );
    } catch (error) {
      leave();
      throw error;
    }
    return this.answer(this.turnOf(actor, question), leave, signal);
  }

  /** @returns the function that lets the actor ask again; the signal does so too, also before anything is read */
  private enter({ id }: Actor, signal: AbortSignal): () => void {
    this.asking.add(id);
    let isIn = true;
    const leave = () => {
      // Not once the actor asks the next question.
      if (isIn) this.asking.delete(id);
      isIn = false;
    };
    signal.addEventListener('abort', leave, { once: true });
    return leave;
  }

  private async *answer(turn: Turn, leave: () => void, signal: AbortSignal): AsyncGenerator<TrialPart> {
    try {
      yield* this.counted(turn, signal);
    } catch (error) {
      if (!signal.aborted) yield this.failed(turn.agentId, error);
    } finally {
      leave();
    }
  }

  private async *counted(turn: Turn, signal: AbortSignal): AsyncGenerator<TrialPart> {
    const begunAt = this.clock.elapsed();
    const totals = { inputTokens: 0, outputTokens: 0, isCutOff: false };
    for await (const part of this.run(turn, signal)) {
      if (part.kind === 'text') yield part;
      if (part.kind === 'cut-off') totals.isCutOff = true;
      if (part.kind === 'usage') totals.inputTokens += part.inputTokens;
      if (part.kind === 'usage') totals.outputTokens += part.outputTokens;
    }
    yield { kind: 'answered', durationMs: Math.round(this.clock.elapsed() - begunAt), ...totals };
  }

  /** Takes its turn among those of people. */
  private async *run(turn: Turn, signal: AbortSignal): AsyncGenerator<TurnPart> {
    const { agentId, turnId } = turn;
    const waiting = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
    const request = { agentId, turnId, since: this.clock.now(), mustWait: true };
    const entry = await this.assistant.enter(request, waiting).catch((error: unknown) => {
      throw signal.aborted ? error : new BusyAgentError();
    });
    try {
      yield* this.assistant.runTurn(turn, signal);
    } finally {
      if (entry.kind === 'in') entry.leave();
    }
  }

  private turnOf({ id: userId }: Actor, { agentId, text }: TrialQuestion): Turn {
    const at = this.clock.now();
    const turnId = newId('trn', at);
    const message = { role: 'user', kind: 'turn', text, at } as const;
    const sessionKey = `trial:${turnId}`;
    return { turnId, agentId, sessionKey, caller: { userId }, history: [], message, alreadySaid: '' };
  }

  private failed(agentId: string, error: unknown): TrialPart {
    const failure = errorText(error);
    const explain = (kind: 'turn' | 'drop', code: string) => this.reasons.explain(kind, code, { agentId });
    if (error instanceof OverBudgetError)
      return { kind: 'failed', failure, why: explain('drop', 'over-budget') };
    if (error instanceof BusyAgentError)
      return { kind: 'failed', failure, why: explain('turn', 'agent-busy') };
    if (error instanceof RuntimeFailure)
      return { kind: 'failed', failure, why: explain('turn', turnFailureOf(error)) };
    this.logger.error(`the test of ${agentId} failed: ${failure}`);
    return { kind: 'failed', failure: 'the gateway failed', why: explain('turn', 'internal') };
  }
}

class BusyAgentError extends Error {
  constructor() {
    super(`the agent could not start another turn within ${WAIT_MS / 1_000} s`);
  }
}
