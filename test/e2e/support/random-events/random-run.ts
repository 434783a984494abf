import { setTimeout as pause } from 'node:timers/promises';
import { BridgeSimulator } from '../../../../simulators/index.js';
import { call } from '../../../../simulators/testing/client.js';
import { eventually } from '../../../support/eventually.js';
import { GatewayProcess } from '../gateway-process.js';
import { Ledger } from './ledger.js';
import { RandomPeople } from './people.js';
import { type EventKind, type PlannedEvent, planOf } from './plan.js';

/** How long the last answers may take: sends with an unknown end are looked up for some seconds. */
const ANSWERED_MS = 60_000;
/** With more unanswered messages people wait: a slow machine would otherwise be tested for its speed. */
const MOST_OPEN = 25;

/** One run: a gateway between a simulated bridge and people, to whom everything happens that a seed says. */
export class RandomRun {
  private readonly ledger: Ledger;
  private readonly people: RandomPeople;

  private constructor(
    private readonly seed: number,
    private readonly share: number,
    private readonly bridge: BridgeSimulator,
    private readonly gateway: GatewayProcess,
  ) {
    this.ledger = new Ledger(bridge);
    this.people = new RandomPeople(bridge, this.ledger);
  }

  /** @param share of the events of a whole run */
  static async start(seed: number, share = 1): Promise<RandomRun> {
    const bridge = await BridgeSimulator.start({ seed, echoDelayMs: [1, 30] });
    const { url: serverUrl, password } = bridge;
    const policies = { dmPolicy: 'open', groupPolicy: 'open', groups: { '*': { requireMention: true } } };
    const gateway = new GatewayProcess({
      session: { dmScope: 'per-sender' },
      messages: { groupChat: { mentionPatterns: ['\\bgate\\b'] } },
      channels: { imbridge: { serverUrl, password, catchUp: { intervalMs: 1_000 }, ...policies } },
    });
    await gateway.start();
    await eventually(() => bridge.webhooks.length === 1, { what: 'the registration of the webhook' });
    return new RandomRun(seed, share, bridge, gateway);
  }

  async dispose(): Promise<void> {
    await this.gateway.dispose();
    await this.bridge.stop();
  }

  /** @throws with the seed and the events around the first fault */
  async play(): Promise<void> {
    for (const event of planOf(this.seed, this.share)) {
      await this.hasRoom();
      await this.happens(event);
      await pause(event.pauseMs);
    }
    await this.isPaid();
    const problems = this.ledger.problems();
    if (problems.length > 0) throw new Error(this.reportOf(problems));
  }

  private async hasRoom(): Promise<void> {
    const hasRoom = () => this.ledger.open <= MOST_OPEN;
    await this.orReport(eventually(hasRoom, { timeoutMs: ANSWERED_MS, what: 'answers' }));
  }

  private async happens(event: PlannedEvent): Promise<void> {
    this.ledger.event = `#${event.number} ${event.kind}`;
    const ofGateway = this.kinds[event.kind];
    if (ofGateway) this.ledger.note('begins');
    await (ofGateway ?? this.people.kinds[event.kind])?.(event);
    if (ofGateway) this.ledger.note('is over');
  }

  private readonly kinds: Readonly<Partial<Record<EventKind, (event: PlannedEvent) => unknown>>> = {
    'reads fail': (event) => this.failReads(event),
    'bridge away': (event) => this.bridge.restart(() => this.sayMeanwhile(event)),
    'registration lost': () => this.loseRegistration(),
    'gateway killed': (event) => this.restart(event, () => this.gateway.kill()),
    'gateway terminated': (event) =>
      this.restart(event, async () => expect(await this.gateway.terminate()).toBe(0)),
  };

  /** Calls that read are cut, or answered by a proxy; whether a send has happened would remain unknown for minutes. */
  private failReads({ variant, lateMs }: PlannedEvent): void {
    const fault = variant < 0.5 ? ({ kind: 'cut' } as const) : ({ kind: 'answer', status: 503 } as const);
    // For a time and not a number of calls: a gateway that backs off would need minutes to use them up.
    const until = performance.now() + 5 * lateMs;
    const isRead = (path: string) => !/\/message\/(?:text|attachment)|\/webhook/.test(path);
    this.bridge.faults.requests.all(fault, { when: ({ path }) => performance.now() < until && isRead(path) });
  }

  private async restart(event: PlannedEvent, stop: () => Promise<unknown>): Promise<void> {
    await stop();
    this.people.sayIn(event);
    const started = this.gateway.start();
    await this.sayMeanwhile(event);
    await started;
  }

  private async sayMeanwhile(event: PlannedEvent): Promise<void> {
    for (let left = event.size; left > 0; left -= 1) {
      this.people.sayIn({ ...event, place: (event.place + left / 3) % 1 });
      await pause(event.lateMs);
    }
  }

  private async loseRegistration(): Promise<void> {
    await this.bridge.down();
    await this.bridge.up();
    for (const { id } of this.bridge.webhooks) await call(this.bridge, `DELETE /webhook/${id}`);
  }

  /** Resolves when all is answered, and nothing is left from which another answer could come. */
  private async isPaid(): Promise<void> {
    await this.people.settled();
    const isPaid = () => this.ledger.open === 0;
    await this.orReport(eventually(isPaid, { timeoutMs: ANSWERED_MS, what: 'all answers' }));
    await this.isQuiet();
    await this.catchesUp();
    await this.isQuiet();
  }

  private async orReport(condition: Promise<void>): Promise<void> {
    await condition.catch((error: unknown) => {
      throw new Error(this.reportOf([String(error), ...this.ledger.problems()]), { cause: error });
    });
  }

  private async isQuiet(): Promise<void> {
    await this.bridge.idle();
    await eventually(() => this.gateway.isIdle(), { what: 'an empty queue' });
  }

  /** Messages that no one announced come with the catch-up, and a second answer would. */
  private async catchesUp(): Promise<void> {
    const asked = () => this.bridge.requests.filter(({ path }) => path.includes('/message/query')).length;
    const before = asked();
    await eventually(() => asked() >= before + 2, { what: 'two catch-ups' });
  }

  private reportOf(problems: readonly string[]): string {
    const again = `seed ${this.seed} (again with RANDOM_EVENT_SEEDS=${this.seed})`;
    return [again, ...problems, `log:\n${this.gateway.output.slice(-1_500)}`].join('\n');
  }
}
