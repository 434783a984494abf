import { Alerts } from '../../src/conditions/index.js';
import { WebhookSender } from '../../src/webhooks/sending/webhook-sender.service.js';
import { Webhooks, WebhooksModule, WebhookStart } from '../../src/webhooks/index.js';
import type { TestDatabase } from './databases.js';
import { eventually } from './eventually.js';
import { Contract } from './contract/contract.js';
import { FakeClock } from './fake-clock.js';
import type { Pipeline, PipelineOptions } from './pipeline.js';
import { pipelineWorld } from './pipeline-world.js';
import { type ReceivedMessage, WebhookReceiver } from './webhook-receiver.js';

const CONTRACT = Contract.of('admin.v1');

/** A pipeline whose webhooks are receivers of the test; whatever they get must be in the contract. Call it where the tests are declared. */
export function webhookWorld(open: () => Promise<TestDatabase>) {
  const world = pipelineWorld(open);
  const receivers: WebhookReceiver[] = [];
  let clock: FakeClock;
  beforeEach(() => {
    clock = new FakeClock(Date.now());
  });
  afterEach(async () => {
    const ended = receivers.splice(0);
    await Promise.all(ended.map((receiver) => receiver.close()));
    const told = ended.flatMap(({ tries }) => tries.flatMap(({ body }) => CONTRACT.faultsOfMessage(body)));
    expect(told).toEqual([]);
  });

  /** A receiver, and its entry in `webhooks.list`. */
  const listen = async (id: string, events: readonly string[], more: object = {}) => {
    const receiver = await WebhookReceiver.listen();
    receivers.push(receiver);
    const { url, secret } = receiver;
    return { receiver, entry: { id, url, secret, events, ...more } };
  };

  /** Starts a replica with these webhooks, which lets everybody in. */
  const start = async (
    entries: readonly object[],
    modules: PipelineOptions['modules'] = [],
  ): Promise<Pipeline> => {
    const pipeline = await world.start({
      clock,
      modules: [WebhooksModule, ...modules],
      config: { webhooks: { list: entries } },
      settings: { dmPolicy: 'open' },
    });
    pipeline.module.get(WebhookStart, { strict: false }).start();
    return pipeline;
  };

  /** Has every replica look at once, as time does. */
  const look = ({ module }: Pipeline, ids: readonly string[]): void => {
    const sender = module.get(WebhookSender, { strict: false });
    for (const id of ids) sender.reload(id);
  };

  /** Looks for alerts, as time does, in a pipeline that has them. */
  const lookForAlerts = ({ module }: Pipeline) => module.get(Alerts, { strict: false }).look();

  return {
    world,
    listen,
    start,
    look,
    lookForAlerts,
    get clock() {
      return clock;
    },
    webhooks: ({ module }: Pipeline) => module.get(Webhooks, { strict: false }),
    /** Waits until a receiver has had so many tries. */
    tries: async (receiver: WebhookReceiver, count: number): Promise<readonly ReceivedMessage[]> => {
      await eventually(() => receiver.tries.length >= count, { what: `${count} tries` });
      return receiver.tries;
    },
    /** Waits until a failed try is recorded: the pause that follows it is counted by the clock of that moment. */
    failed: ({ db }: Pipeline): Promise<void> =>
      eventually(
        async () => {
          const rows = await db.on().selectFrom('webhook_messages').select('retry_at').execute();
          return rows.some(({ retry_at: at }) => at !== null);
        },
        { what: 'the record of a failed try' },
      ),
  };
}
