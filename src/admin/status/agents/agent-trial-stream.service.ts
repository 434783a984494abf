import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Response } from 'express';
import { type Actor, SignInAuthenticator } from '../../../access-control/index.js';
import { AgentTrials, type TrialPart, type TrialQuestion } from '../../../operator/index.js';
import { answersWithEvents, HEARTBEAT_MS, SseConnection } from '../../events/sse-connection.js';

/** Sends what an agent answers to one question, while it answers. */
@Injectable()
export class AgentTrialStream implements OnModuleDestroy {
  private readonly open = new Set<AbortController>();

  constructor(
    private readonly trials: AgentTrials,
    private readonly signIns: SignInAuthenticator,
  ) {}

  /**
   * Ends when the answer does, or when the caller goes away: then the model is not asked any longer.
   * @throws GatehouseError NOT_FOUND, CONFLICT
   */
  async serve(actor: Actor, question: TrialQuestion, response: Response): Promise<void> {
    const end = new AbortController();
    response.once('close', () => {
      this.open.delete(end);
      end.abort();
    });
    if (response.destroyed) return;
    this.open.add(end);
    const parts = await this.trials.ask(actor, question, end.signal);
    if (!answersWithEvents(response)) return;
    await this.send(parts, new SseConnection(response, () => this.signIns.isGood(actor)), end);
  }

  /** The gateway stops: no one waits for the rest of an answer. */
  onModuleDestroy(): void {
    for (const each of this.open) each.abort();
  }

  private async send(
    parts: AsyncIterable<TrialPart>,
    connection: SseConnection,
    end: AbortController,
  ): Promise<void> {
    const beat = setInterval(() => void connection.write(':\n\n').catch(() => end.abort()), HEARTBEAT_MS);
    try {
      // A model may take a while to begin, and the caller sees from this that it was asked.
      await connection.write(':\n\n');
      for await (const part of parts) await connection.write(eventOf(part));
    } catch {
      // The caller is gone, or reads nothing any more.
      end.abort();
    } finally {
      clearInterval(beat);
      connection.end();
    }
  }
}

const eventOf = (part: TrialPart): string => `event: ${part.kind}\ndata: ${JSON.stringify(dataOf(part))}\n\n`;

function dataOf(part: TrialPart): object {
  switch (part.kind) {
    case 'text':
      return { text: part.text };
    case 'failed': {
      const { reason = null, what = null, setting = null, remedy = null } = part.why ?? {};
      return { failure: part.failure, reason, what, setting, remedy };
    }
    case 'answered': {
      const { durationMs, inputTokens, outputTokens, isCutOff } = part;
      const tokens = { input_tokens: inputTokens, output_tokens: outputTokens };
      return { duration_ms: durationMs, ...tokens, cut_off: isCutOff };
    }
  }
}
