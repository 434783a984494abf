import type { Actor } from '../../src/access-control/index.js';
import { RuntimeFailure, type TurnPart } from '../../src/assistant/index.js';
import { AgentTrials, type TrialPart } from '../../src/operator/index.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { meter, tokens } from '../support/metered-model.js';
import { hangingAnswer, type Pipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const ANN: Actor = { id: 'token:tok_ann', role: 'operator' };
const BOB: Actor = { id: 'token:tok_bob', role: 'operator' };
const QUESTION = { agentId: 'main', text: 'Which days?' };
/** Tables that say what a trial cost and who made it, and those of the queue and of running processes. */
const MAY_CHANGE = /^(?:audit_log|usage_|_private|budget_counts|worker_heartbeats|leases|account_states|job)/;

const never = () => new AbortController().signal;
const all = async (parts: AsyncIterable<TrialPart>) => {
  const found: TrialPart[] = [];
  for await (const part of parts) found.push(part);
  return found;
};

describe.each(DATABASES)('a question to an agent on %s', (_, open) => {
  const world = pipelineWorld(open);
  const { start } = world;
  const trials = ({ module }: Pipeline) => module.get(AgentTrials, { strict: false });
  const ask = (p: Pipeline, actor = ANN, signal = never()) => trials(p).ask(actor, QUESTION, signal);

  const rows = async () => {
    const { db } = world.database;
    const tables = (await db.on().introspection.getTables())
      .filter(({ schema = 'public' }) => schema !== 'graphile_worker')
      .map(({ name }) => name);
    const kept = tables.filter((name) => !MAY_CHANGE.test(name) && !name.startsWith('sqlite_')).toSorted();
    const contents = await Promise.all(
      kept.map((name) =>
        db
          .on()
          .selectFrom(name as 'holds')
          .selectAll()
          .execute(),
      ),
    );
    return kept.map((name, at) => [name, contents[at]]);
  };

  it('is answered part by part, without tools and history, and leaves no row of itself', async () => {
    const p = await start();
    p.runtime.stream = async function* (): AsyncGenerator<TurnPart> {
      yield { kind: 'text', text: 'Monday' };
      yield { kind: 'usage', inputTokens: 30, outputTokens: 4 };
      yield { kind: 'text', text: ' and Tuesday.' };
    };
    const before = await rows();
    expect(await all(await ask(p))).toEqual([
      { kind: 'text', text: 'Monday' },
      { kind: 'text', text: ' and Tuesday.' },
      {
        kind: 'answered',
        durationMs: expect.any(Number) as number,
        inputTokens: 30,
        outputTokens: 4,
        isCutOff: false,
      },
    ]);
    const [asked] = p.runtime.asked;
    expect([asked?.text, asked?.history, asked?.input.tools, asked?.input.place]).toEqual([
      'Which days?',
      [],
      undefined,
      undefined,
    ]);
    expect(await rows()).toEqual(before);
    expect(p.connector.sent).toEqual([]);
  });

  it('is audited without its words', async () => {
    const p = await start();
    await all(await ask(p));
    const audit = await world.database.db.on().selectFrom('audit_log').selectAll().execute();
    expect(audit).toEqual([
      expect.objectContaining({ actor: ANN.id, action: 'agent.tried', subject: 'main' }),
    ]);
    expect(JSON.stringify(audit)).not.toContain('days');
  });

  it('counts in the ledger under its operator, and is refused by a budget', async () => {
    const config = { usage: { budgets: [{ name: 'each', per: 'sender', tokensPerDay: 500 }] } };
    const p = await start({ config });
    meter(p, { maxOutputTokens: 300, usage: tokens(100, 200) });
    expect((await all(await ask(p))).map(({ kind }) => kind)).toEqual(['text', 'answered']);
    const calls = () =>
      world.database.db.on().selectFrom('usage_calls').select(['sender', 'output']).execute();
    await eventually(async () => (await calls()).length > 0, { what: 'a row of the ledger' });
    expect(await calls()).toEqual([{ sender: ANN.id, output: 200 }]);
    expect(await all(await ask(p))).toEqual([
      {
        kind: 'failed',
        failure: 'the budget "each" is used up',
        why: expect.objectContaining({ reason: 'over-budget' }) as object,
      },
    ]);
  });

  it('says why it has no answer, as the table of reasons does', async () => {
    const p = await start();
    p.runtime.answer = () => {
      throw new RuntimeFailure('HTTP 401', false, { status: 401 });
    };
    expect(await all(await ask(p))).toEqual([
      {
        kind: 'failed',
        failure: 'HTTP 401',
        why: expect.objectContaining({
          reason: 'model-key-refused',
          setting: 'agents.list[0].runtime.apiKey',
        }) as object,
      },
    ]);
  });

  it('tells nothing of an error of the gateway itself', async () => {
    const p = await start();
    p.runtime.answer = () => {
      throw new Error('SELECT secret');
    };
    expect(await all(await ask(p))).toEqual([
      {
        kind: 'failed',
        failure: 'the gateway failed',
        why: expect.objectContaining({ reason: 'internal' }) as object,
      },
    ]);
  });

  it('is one at a time for an operator, until the caller goes away', async () => {
    const p = await start();
    const answer = hangingAnswer();
    p.runtime.answer = (_asked, signal) => answer.until(signal).then(() => 'late');
    const gone = new AbortController();
    const first = all(await ask(p, ANN, gone.signal));
    await eventually(() => p.runtime.asked.length === 1, { what: 'a call of the model' });
    await expect(ask(p)).rejects.toMatchObject({ code: 'CONFLICT' });
    await (await ask(p, BOB)).return(undefined);
    gone.abort(new Error('gone'));
    expect(await first).toEqual([]);
    answer.letGo();
    expect((await all(await ask(p))).map(({ kind }) => kind)).toEqual(['text', 'answered']);
  });

  it('may be asked again after an answer that was never read', async () => {
    const p = await start();
    const gone = new AbortController();
    await ask(p, ANN, gone.signal);
    gone.abort();
    expect((await all(await ask(p))).length).toBeGreaterThan(0);
  });

  it('is refused for an agent that is not there', async () => {
    const p = await start();
    const unknown = trials(p).ask(ANN, { ...QUESTION, agentId: 'nobody' }, never());
    await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const audit = await world.database.db.on().selectFrom('audit_log').selectAll().execute();
    expect(audit).toEqual([]);
  });
});
