import { ModelSimulator } from '../../../../simulators/index.js';
import { FakeToolBox, turnInput } from '../../testing/turns.js';
import { ModelRuntime } from '../model.runtime.js';
import { openAiCompatibleWire } from '../openai-compatible/openai-compatible.wire.js';

const NEVER = new AbortController().signal;

describe('a turn whose model refuses a tool', () => {
  let sut: ModelRuntime;
  let model: ModelSimulator;
  let box: FakeToolBox;

  beforeEach(async () => {
    sut = new ModelRuntime(openAiCompatibleWire);
    model = await ModelSimulator.start();
    box = new FakeToolBox();
  });
  afterEach(async () => {
    await sut.onApplicationShutdown();
    await model.stop();
  });

  const input = (text: string) =>
    turnInput(
      text,
      { type: 'openai-compatible', baseUrl: model.baseUrl, apiKey: 'model-key', model: 'm' },
      { tools: () => box },
    );
  const run = async (given = input('hello there')) => {
    for await (const _ of sut.run(given, NEVER));
  };

  it('leaves out a tool that a refusal named from then on, for the same beginning of each prompt', async () => {
    const definition = box.definitions[0]!;
    const tools = [definition, { ...definition, name: 'desk__odd' }];
    Object.assign(box, { definitions: tools });
    const body = '{"error":{"message":"Invalid schema for function \'desk__odd\': it is odd"}}';
    model.faults.completions.next({ kind: 'raw', answer: { status: 400, body } });
    await run();
    await run(input('and now?'));
    const offered = model.requests.map(({ body: { tools: sent = [] } }) => JSON.stringify(sent));
    expect(offered.map((each) => each.includes('desk__odd'))).toEqual([true, false, false]);
    expect(offered[2]).toBe(offered[1]);
    const { runtime } = input('').agent;
    expect(sut.tools.problemOf(tools[0]!, runtime)).toBeUndefined();
    expect(sut.tools.problemOf(tools[1]!, runtime)).toMatchObject({ since: expect.any(Number) as number });
  });

  it('remembers no tool of a refusal that stays one without it', async () => {
    const tools = [...box.definitions, { ...box.definitions[0]!, name: 'desk__fine' }];
    Object.assign(box, { definitions: tools });
    const body = '{"error":{"message":"the call of desk__fine has no result"}}';
    const refusal = { kind: 'raw', answer: { status: 400, body } } as const;
    model.faults.completions.next(refusal).next(refusal);
    await expect(run()).rejects.toMatchObject({ status: 400 });
    expect(sut.tools.problemOf(tools[1]!, input('').agent.runtime)).toBeUndefined();
  });
});
