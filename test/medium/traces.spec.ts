import { RuntimeFailure } from '../../src/assistant/index.js';
import { traceparentOf } from '../../src/common/index.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { keptSpans } from '../support/kept-spans.js';
import { stopped } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

describe.each(DATABASES)('the trace of a message on %s', (_, open) => {
  const world = pipelineWorld(open);
  const { spans, the, named } = keptSpans();

  /** The names of that many spans, once they have ended, in the order of their beginnings. */
  const namesOf = async (count: number): Promise<string[]> => {
    await eventually(() => spans.length >= count, { what: `${count} spans` });
    await world.idle();
    return spans.toSorted((one, other) => one.startedAt - other.startedAt).map(({ name }) => name);
  };

  it('goes from its acceptance to the attempt of its answer, all below the acceptance', async () => {
    const { connector } = await world.start();
    await world.letIn(world.pipeline);
    await connector.receive('ann', 'hello');
    expect(await namesOf(4)).toEqual(['accept', 'judge', 'turn', 'attempt']);

    const { context, attributes } = the('accept');
    expect(new Set(spans.map((span) => span.context.traceId))).toEqual(new Set([context.traceId]));
    for (const name of ['judge', 'turn', 'attempt']) expect(the(name).parent?.spanId).toBe(context.spanId);
    expect(the('judge').attributes).toMatchObject({ 'gatehouse.decision': 'admit', 'gatehouse.attempt': 1 });
    expect(the('turn').attributes).toMatchObject({
      'gatehouse.outcome': 'turn',
      'gen_ai.agent.name': 'main',
    });
    expect(the('attempt').attributes).toMatchObject({ 'gatehouse.outcome': 'sent', 'gatehouse.attempt': 1 });
    expect(traceparentOf(String(attributes['gatehouse.event.id']))).toBe(
      `00-${context.traceId}-${context.spanId}-01`,
    );
  });

  it('has nothing of what was written, nor the address of who wrote it', async () => {
    const { connector, runtime } = await world.start();
    await world.letIn(world.pipeline);
    runtime.answer = () => 'the secret answer';
    await connector.receive('ann@example.org', 'the secret question');

    expect(await namesOf(4)).toHaveLength(4);
    expect(JSON.stringify(spans)).not.toMatch(/secret|ann@example/);
  });

  it('of an event that comes again has no second acceptance', async () => {
    const { connector } = await world.start();
    await world.letIn(world.pipeline);
    const again = { inboxKey: 'the same' };
    await connector.receive('ann', 'hello', again);
    await connector.receive('ann', 'hello', again);

    expect(await namesOf(4)).toEqual(['accept', 'judge', 'turn', 'attempt']);
  });

  it('ends with the refusal of a sender without access', async () => {
    const { connector } = await world.start({ settings: { dmPolicy: 'disabled' } });
    await connector.receive('eve', 'hello');

    expect(await namesOf(1)).toEqual(['accept']);
  });

  it('continues after a restart in the middle of the turn: both runs are below the same acceptance', async () => {
    const first = await world.start();
    await world.letIn(first);
    first.runtime.answer = (_input, signal) => stopped(signal);
    await first.connector.receive('ann', 'hello');
    await eventually(() => first.runtime.asked.length === 1, { what: 'a question' });
    await first.queue.stop(0);
    await first.stop();
    const second = await world.start({ settings: { dmPolicy: 'open' } });
    expect((await namesOf(5)).slice(0, 3)).toEqual(['accept', 'judge', 'turn']);
    expect(second.runtime.asked).toHaveLength(1);

    const { context } = the('accept');
    const turns = named('turn');
    expect(turns.map(({ parent }) => parent?.spanId)).toEqual([context.spanId, context.spanId]);
    expect(turns.map((turn) => turn.context.traceId)).toEqual([context.traceId, context.traceId]);
    expect(turns[0]?.context.spanId).not.toBe(turns[1]?.context.spanId);
    expect(the('attempt').parent).toMatchObject(context);
  });

  it('has a span for each attempt of an answer that the service refuses at first', async () => {
    const { connector } = await world.start();
    await world.letIn(world.pipeline);
    connector.onSend = ({ number }, take) =>
      number === 1
        ? { kind: 'not-sent', code: 'remote-error', detail: 'busy', retry: { kind: 'later' } }
        : { kind: 'sent', messageId: take(), at: Date.now() };
    await connector.receive('ann', 'hello');
    await namesOf(5);

    const attempts = named('attempt');
    expect(attempts.map(({ hasFailed }) => hasFailed)).toEqual([true, false]);
    expect(attempts.map(({ attributes }) => attributes['gatehouse.attempt'])).toEqual([1, 2]);
    expect(attempts[0]?.attributes['error.type']).toBe('remote-error');
  });

  it('has the calls of its turn below that, each with its end', async () => {
    const { connector, runtime } = await world.start({ config: { agents: { list: [AGENT] } } });
    await world.letIn(world.pipeline);
    runtime.answer = async ({ input }, signal) => {
      const box = input.tools?.();
      await box?.call('message', { action: 'send', message: 'besides' }, signal);
      await box?.call('message', { action: 'fly' }, signal);
      return 'done';
    };
    await connector.receive('ann', 'hello');
    await namesOf(7);

    const calls = named('execute_tool message');
    expect(calls.map(({ hasFailed }) => hasFailed)).toEqual([false, true]);
    expect(calls.map(({ parent }) => parent?.spanId)).toEqual(Array(2).fill(the('turn').context.spanId));
    // The message of the tool, and the answer.
    expect(named('attempt').map(({ parent }) => parent?.spanId)).toEqual(
      Array(2).fill(the('accept').context.spanId),
    );
  });

  it('numbers the runs of a turn whose model fails at first', async () => {
    const { connector, runtime } = await world.start();
    await world.letIn(world.pipeline);
    runtime.answer = () => {
      if (runtime.asked.length > 1) return 'at last';
      throw new RuntimeFailure('busy', true, { status: 503, retryAfterMs: 1 });
    };
    await connector.receive('ann', 'hello');
    expect(await namesOf(6)).toEqual(['accept', 'judge', 'turn', 'judge', 'turn', 'attempt']);

    expect(
      named('turn').map(({ attributes: of }) => [
        of['gatehouse.attempt'],
        of['gatehouse.outcome'],
        of['error.type'],
      ]),
    ).toEqual([
      [1, 'retry', 'model-error'],
      [2, 'turn', undefined],
    ]);
  });

  it('of a turn whose model fails says why, without the words', async () => {
    const { connector, runtime } = await world.start({ config: { messages: { retryForMs: 0 } } });
    await world.letIn(world.pipeline);
    runtime.answer = () => {
      throw new RuntimeFailure('the model said: hello ann', false, { status: 401 });
    };
    await connector.receive('ann', 'hello');
    await namesOf(4);

    expect(the('turn')).toMatchObject({
      hasFailed: true,
      attributes: { 'gatehouse.outcome': 'failed', 'error.type': 'model-key-refused' },
    });
    expect(JSON.stringify(spans)).not.toContain('the model said');
  });
});

/** An agent whose runtime may call tools. */
const AGENT = { id: 'main', default: true, runtime: { type: 'echo' } };
