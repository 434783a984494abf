import type { AgentSettings, ToolBox, ToolResult, TurnInput, TurnPart } from '../runtime.js';

/** A call as a fake tool box took it. */
export interface TakenCall {
  readonly name: string;
  readonly input: unknown;
}

/** A tool box with one tool, `message`, whose results the test chooses. */
export class FakeToolBox implements ToolBox {
  readonly taken: TakenCall[] = [];
  readonly definitions = [
    {
      name: 'message',
      description: 'Acts on messages.',
      inputSchema: {
        type: 'object',
        properties: { action: { type: 'string', enum: ['send', 'react'] } },
        required: ['action'],
      },
    },
  ];
  answer: (call: TakenCall, signal: AbortSignal) => ToolResult | Promise<ToolResult> = () => ({
    ok: true,
    value: { done: true },
  });

  constructor(readonly maxSteps = 8) {}

  async call(name: string, input: unknown, signal: AbortSignal): Promise<ToolResult> {
    const call = { name, input };
    this.taken.push(call);
    return this.answer(call, signal);
  }
}

/** A turn as a runtime is given it: someone said `text` to an agent reached by these settings. */
export function turnInput(
  text: string,
  runtime: Partial<AgentSettings['runtime']> & { readonly type: string },
  more: Partial<TurnInput> = {},
): TurnInput {
  return {
    turnId: 'evt_1',
    agent: {
      id: 'main',
      systemPrompt: 'Be brief.',
      runtime: { images: false, files: false, timeoutMs: 60_000, ...runtime },
    },
    sessionKey: 'agent:main:main',
    history: [],
    message: { role: 'user', kind: 'turn', text, at: 0, from: { id: 'ann' } },
    alreadySaid: '',
    ...more,
  };
}

/** The words of an answer, with a bar where tools were called. */
export function textOf(parts: readonly TurnPart[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : part.kind === 'usage' ? '' : '|')).join('');
}
