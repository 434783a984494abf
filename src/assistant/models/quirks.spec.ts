import { ModelSimulator, type Quirk, QUIRKS, USUAL_TOOLS } from '../../../simulators/index.js';
import { HistoryLine } from '../prompt/history-line.js';
import { RuntimeFailure, type TurnInput, type TurnMessage, type TurnPart } from '../runtime.js';
import { FakeToolBox, textOf, turnInput } from '../testing/turns.js';
import { ModelRuntime } from './model.runtime.js';
import type { ModelWire } from './wire.js';
import { WIRES } from './wires.js';

const NEVER = new AbortController().signal;
/** More than are left after two times half. */
const EARLIER = 16;

/** The line on each wire that it names. */
const CASES = QUIRKS.flatMap((quirk) =>
  WIRES.filter(({ type }) => (quirk.wires as readonly string[]).includes(type)).map((wire) => ({
    name: quirk.wires.length === 1 ? quirk.name : `${quirk.name} on ${wire.type}`,
    quirk,
    wire,
  })),
);

class Turn {
  readonly box: FakeToolBox;
  readonly parts: TurnPart[] = [];
  failure: RuntimeFailure | undefined;
  private window: number | undefined;

  constructor(
    private readonly model: ModelSimulator,
    private readonly quirk: Quirk,
    private readonly wire: ModelWire,
  ) {
    this.box = Object.assign(new FakeToolBox(), { definitions: quirk.tools ?? USUAL_TOOLS });
  }

  async run(): Promise<void> {
    const runtime = new ModelRuntime(this.wire);
    const input = this.input();
    try {
      for await (const part of runtime.run(input, NEVER)) this.parts.push(part);
    } catch (error) {
      if (!(error instanceof RuntimeFailure)) throw error;
      this.failure = error;
    } finally {
      this.window = runtime.learntWindow(input.agent.runtime);
      await runtime.onApplicationShutdown();
    }
  }

  get outcome(): object {
    const { parts, failure } = this;
    return {
      text: textOf(parts.filter(({ kind }) => kind === 'text' || kind === 'tools-called')),
      calls: this.box.taken,
      stop: parts.some(({ kind }) => kind === 'cut-off') ? 'length' : undefined,
      failure: failure && failureOf(failure),
      asks: this.model.requests.length,
      offered: (this.model.requests.at(-1)?.body.tools ?? []).map(nameOf),
      history: JSON.stringify(this.model.requests.at(-1)?.sent).match(/earlier \d+ /g)?.length ?? 0,
      window: this.window,
      usage: parts.findLast(({ kind }) => kind === 'usage'),
    };
  }

  private input(): TurnInput {
    const { type } = this.wire;
    const baseUrl = this.model.baseUrlOf(type as Quirk['wires'][number]);
    const { settings } = this.quirk;
    return turnInput(
      'How is the weather in Lima?',
      { type, baseUrl, apiKey: 'model-key', model: 'm', ...settings },
      { tools: () => this.box, history: Array.from({ length: EARLIER }, (_, index) => earlier(index)) },
    );
  }
}

const failureOf = ({ code, status, isRetryable, retryAfterMs, message }: RuntimeFailure): object => ({
  code,
  status,
  isRetryable,
  retryAfterMs,
  message,
});

function earlier(index: number): HistoryLine {
  const from = index % 2 === 0 ? { role: 'user', from: { id: 'ann' } } : { role: 'assistant' };
  return new HistoryLine({ ...from, kind: 'turn', text: `earlier ${index} .`, at: 0 } as TurnMessage);
}

/** A tool of a request in the form of the chat API, or of its own wire. */
function nameOf(tool: unknown): string {
  const { name, function: called } = tool as { name?: string; function?: { name?: string } };
  return called?.name ?? name ?? '';
}

function expected({ right, answers }: Quirk): object {
  const { failure } = right;
  return {
    text: right.text ?? '',
    calls: right.calls ?? [],
    stop: right.stop,
    failure: failure && {
      ...failure,
      ...(failure.message !== undefined && {
        message: expect.stringContaining(failure.message) as string,
      }),
    },
    asks: right.asks ?? answers.length,
    ...(right.offered && { offered: right.offered }),
    ...(right.history !== undefined && { history: right.history }),
    ...(right.window !== undefined && { window: right.window }),
    ...(right.usage && { usage: right.usage }),
  };
}

describe('An answer as a real server sends it', () => {
  let model: ModelSimulator;

  beforeEach(async () => {
    model = await ModelSimulator.start();
  });
  afterEach(() => model.stop());

  it.each(CASES)('is read rightly: $name', async ({ quirk, wire }) => {
    model.play(quirk);
    const turn = new Turn(model, quirk, wire);
    await turn.run();
    expect(turn.outcome).toMatchObject(expected(quirk));
    expect(model.refusals).toEqual([]);
  });

  it('has a name of its own in the list', () => {
    const names = QUIRKS.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });
});
