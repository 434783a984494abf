import { RuntimeFailure, type TurnPart } from '../../src/assistant/index.js';
import { Assistants, Timelines } from '../../src/operator/index.js';
import { DATABASES } from '../support/databases.js';
import { pipelineWorld } from '../support/pipeline-world.js';

describe.each(DATABASES)('a message to an agent with several models on %s', (_, open) => {
  const { start, letIn, idle } = pipelineWorld(open);
  const runtime = (model: string) => ({ type: 'echo', model });
  const list = [{ id: 'main', runtime: runtime('one'), fallbacks: [runtime('two')] }];

  const world = async (settings = {}) => {
    const p = await start({ config: { agents: { list } }, settings });
    await letIn(p);
    return p;
  };
  type World = Awaited<ReturnType<typeof world>>;
  const endOf = async (p: World) => {
    const { id } = await p.db.on().selectFrom('inbound_events').select('id').executeTakeFirstOrThrow();
    const { steps } = await p.module.get(Timelines, { strict: false }).timelineOf(id);
    return steps.find(({ step }) => step === 'ended');
  };

  it('is answered by the next one, which its timeline names, and the status shows why', async () => {
    const p = await world();
    p.runtime.answer = ({ agent }) => {
      if (agent.runtime.model === 'one')
        throw new RuntimeFailure('the model answered 529', true, { status: 529 });
      return 'from two';
    };
    await p.connector.receive('ann', 'hi');
    await idle(p);
    expect(p.connector.textsTo('ann')).toEqual(['from two']);
    expect(await endOf(p)).toMatchObject({ outcome: 'turn', detail: 'model two' });
    expect(p.module.get(Assistants, { strict: false }).agents()).toMatchObject([
      { state: 'ok', passedOver: [{ model: 'one', reason: 'the model answered 529' }] },
    ]);
  });

  it('gets one text when a model breaks off after blocks and the next one begins again', async () => {
    const p = await world({ blockStreaming: true });
    const block = `${'a'.repeat(150)}.\n\n`;
    p.runtime.stream = async function* ({ agent }): AsyncGenerator<TurnPart> {
      yield { kind: 'text', text: block };
      if (agent.runtime.model === 'one') throw new RuntimeFailure('the model ended its answer early', true);
      yield { kind: 'text', text: 'The end.' };
    };
    await p.connector.receive('ann', 'hi');
    await idle(p);
    expect(p.connector.textsTo('ann')).toEqual([block.trim(), 'The end.']);
    expect(p.runtime.asked.map(({ alreadySaid }) => alreadySaid)).toEqual(['', block]);
  });

  it('gets an answer that was cut off by its length, and the timeline says so', async () => {
    const p = await world();
    p.runtime.stream = async function* (): AsyncGenerator<TurnPart> {
      yield { kind: 'text', text: 'half an ans' };
      yield { kind: 'cut-off' };
    };
    await p.connector.receive('ann', 'hi');
    await idle(p);
    expect(p.connector.textsTo('ann')).toEqual(['half an ans']);
    expect(await endOf(p)).toMatchObject({ outcome: 'turn', detail: 'model one, cut-off' });
  });
});
