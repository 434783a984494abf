import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { AssistantRuntime, TurnInput, TurnPart } from '../../runtime.js';
import { refuseCallsBeyond, ToolCalls } from '../../tool-calls.js';
import { toRuntimeFailure } from '../call-failure.js';
import { HttpServices } from './http-service.js';
import { type PastStep, type RequestedCall, turnJson } from './http-turn.js';

/** What one call of the service asked for. */
interface StepAnswer {
  readonly text: string;
  readonly calls: readonly RequestedCall[];
}

/** A service of the operator's that speaks our own JSON (docs/guide/http-runtime.md). */
@Injectable()
export class HttpRuntime implements AssistantRuntime, OnApplicationShutdown {
  readonly type = 'http';
  private readonly services = new HttpServices();

  async *run(input: TurnInput, signal: AbortSignal): AsyncGenerator<TurnPart> {
    const box = input.tools?.();
    const tools = box && new ToolCalls(box, signal);
    const past: PastStep[] = [];
    for (;;) {
      const mayCall = tools && past.length < tools.maxSteps ? tools : undefined;
      const { text, calls } = yield* this.step(input, { past, tools: mayCall }, signal);
      // Without tools left this was the last word, whatever else it asks for.
      if (calls.length === 0 || !mayCall) return;
      past.push({ text, calls: await callAll(mayCall, calls) });
      yield { kind: 'tools-called' };
    }
  }

  onApplicationShutdown(): Promise<void> {
    return this.services.close();
  }

  private async *step(
    input: TurnInput,
    { past, tools }: { past: readonly PastStep[]; tools: ToolCalls | undefined },
    signal: AbortSignal,
  ): AsyncGenerator<TurnPart, StepAnswer> {
    const body = turnJson(input, { past, tools: tools?.definitions ?? [] });
    const idempotencyKey = `${input.turnId}.${past.length + 1}`;
    let text = '';
    const calls: RequestedCall[] = [];
    try {
      for await (const part of this.services.ask({ agent: input.agent, idempotencyKey, body }, signal)) {
        if (part.kind === 'text') text += part.text;
        if (part.kind === 'call') refuseCallsBeyond(calls.push(part.call));
        else yield part;
      }
    } catch (error) {
      throw toRuntimeFailure(error, signal);
    }
    return { text, calls };
  }
}

/** One after another: effects happen in the order the service gave them. */
async function callAll(tools: ToolCalls, calls: readonly RequestedCall[]): Promise<PastStep['calls']> {
  const done: PastStep['calls'][number][] = [];
  for (const call of calls) done.push({ call, result: await tools.call(call.name, call.input) });
  return done;
}
