import { type Actor, AuditLog } from '../../src/access-control/index.js';
import { type ConversationId, DEFAULT_ACCOUNT, type Target } from '../../src/channels/index.js';
import type { Clock } from '../../src/common/index.js';
import { type Hold, Holds, type HoldTerms, type Release } from '../../src/conversations/index.js';
import type { TestDatabase } from './databases.js';
import { FAKE, only } from './fake-channel.js';
import { inboundEventsIn, type Pipeline, type PipelineOptions } from './pipeline.js';
import { pipelineWorld } from './pipeline-world.js';

export const OPERATOR: Actor = { id: 'token:ops', role: 'operator' };
export const OPEN_END: HoldTerms = { until: null, note: null };

/** The direct chat of a person. */
export const at = (from: string): Target => ({
  channel: FAKE,
  account: DEFAULT_ACCOUNT,
  conversation: `chat-${from}` as ConversationId,
});

/** Pipelines whose direct chats are open, with `ops` as the operator. Call it where the tests are declared. */
export function holdWorld(open: () => Promise<TestDatabase>) {
  const world = pipelineWorld(open);
  const p = () => world.pipeline;
  const start = async (config: PipelineOptions['config'] = {}, clock?: Clock): Promise<Pipeline> => {
    const session = { dmScope: 'per-sender', ...config };
    const started = await world.start({ config: { session }, ...(clock && { clock }) });
    started.connector.settings = { ...started.connector.settings, dmPolicy: 'open', allowFrom: only('ops') };
    return started;
  };
  const of = (each: Pipeline): Holds => each.module.get(Holds, { strict: false });
  const hold = (from = 'ann', terms = OPEN_END): Promise<Hold> => of(p()).hold(OPERATOR, at(from), terms);
  const release = (isAnswered = false, each = p()): Promise<Release> =>
    of(each).release(OPERATOR, at('ann'), isAnswered);
  const say = async (text: string, from = 'ann') => {
    await p().connector.receive(from, text);
    await world.idle(p());
  };
  const outcomes = async () =>
    (await inboundEventsIn(p().db)).map(({ outcome, reason }) => `${outcome}${reason ? ` ${reason}` : ''}`);
  const actions = async () =>
    (await p().module.get(AuditLog, { strict: false }).list(99)).map(
      ({ actor, action }) => `${actor} ${action}`,
    );
  return { world, start, of, hold, release, say, outcomes, actions };
}
