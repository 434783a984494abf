import { promptOf, type TurnInput } from '../../src/assistant/index.js';
import { instructionsOf } from '../../src/assistant/prompt/envelope.js';
import type { AccountSettings, RemoteMessageId } from '../../src/channels/index.js';
import { DATABASES } from '../support/databases.js';
import type { Pipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const EXCHANGES = 400;
/** The words of a question; the others of the 120 are the answer. */
const QUESTION_WORDS = 40;
const ANSWER_WORDS = 80;

const AGENTS = [
  { id: 'short', contextTokens: 6_000 },
  { id: 'long', contextTokens: 20_000 },
  // Here the default limit of 50 turns is reached long before the tokens.
  { id: 'turns', contextTokens: 100_000 },
];
const CONFIG = {
  // These people write faster than any.
  messages: { loopBreaker: { rounds: 0 } },
  agents: { list: AGENTS, bindings: AGENTS.map(({ id }) => ({ agent: id, sender: `to-${id}` })) },
};
const SETTINGS: Partial<AccountSettings> = {
  dmPolicy: 'open',
  dmHistoryLimits: new Map(['to-short', 'to-long'].map((id) => [id as never, 1_000])),
};

const VOCABULARY =
  'the weather of this week was rather better than people had expected and so we went by train to see a small ' +
  'village near the coast where an old friend keeps bees sells honey repairs clocks and writes long letters';

function words(count: number, seed: number): string {
  const all = VOCABULARY.split(' ');
  return Array.from({ length: count }, (_, n) => all[(seed * 7 + n * (3 + (seed % 5))) % all.length]).join(
    ' ',
  );
}

/** Everything that a model reads of a turn, in order. */
const readBy = (input: TurnInput): string =>
  JSON.stringify([instructionsOf(input), ...promptOf(input).map(({ role, text }) => [role, text])]);

/** The share of all requests that is the beginning of the one before. */
function prefixShare(requests: readonly string[]): number {
  let [same, all] = [0, 0];
  for (const [index, request] of requests.entries()) {
    same += commonLength(request, requests[index - 1] ?? '');
    all += request.length;
  }
  return same / all;
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

describe.each(DATABASES)('the prompts of a long chat on %s', (_, open) => {
  const world = pipelineWorld(open);

  it('begin with the one before, on two replicas and over a restart, for most of their tokens', async () => {
    const requests = new Map(AGENTS.map(({ id }) => [id, [] as string[]]));
    const replica = async (): Promise<Pipeline> => {
      const started = await world.start({ config: CONFIG, settings: SETTINGS });
      const { connector, runtime } = started;
      connector.onSend = ({ correlationId }) => ({
        kind: 'sent',
        messageId: `sent-${correlationId}` as RemoteMessageId,
        at: Date.now(),
      });
      runtime.answer = ({ input }) => {
        const asked = requests.get(input.agent.id)!;
        asked.push(readBy(input));
        return words(ANSWER_WORDS, asked.length);
      };
      return started;
    };
    let replicas = [await replica(), await replica()];
    for (let n = 0; n < EXCHANGES; n++) {
      if (n === EXCHANGES / 2) {
        await Promise.all(replicas.map((each) => each.stop()));
        replicas = [await replica(), await replica()];
      }
      const { connector } = replicas[n % 2]!;
      for (const { id } of AGENTS) {
        const messageId = `${id}-${n}` as RemoteMessageId;
        await connector.receive(`to-${id}`, words(QUESTION_WORDS, n), { messageId, inboxKey: messageId });
      }
      await world.idle();
    }
    const shares = AGENTS.map(({ id }) => prefixShare(requests.get(id)!));
    expect([...requests.values()].map(({ length }) => length)).toEqual(AGENTS.map(() => EXCHANGES));
    expect(shares[0]).toBeGreaterThanOrEqual(0.85);
    expect(shares[1]).toBeGreaterThanOrEqual(0.95);
    expect(shares[2]).toBeGreaterThanOrEqual(0.93);
  }, 120_000);
});
