import { setTimeout as pause } from 'node:timers/promises';
import { timeLimit } from '../../../../simulators/common/time-limit.js';
import { eventually } from '../../../support/eventually.js';
import type { StoredApproval } from './approval-store.js';
import { addressOf, APPROVERS, type ChaosWorld, type ServerName } from './chaos-world.js';
import type { Killer } from './killer.js';
import type { Order } from './recording-server.js';
import type { PlannedRun, RunKind } from './run-plan.js';

export const FINAL: ReadonlySet<string> = new Set([
  'done',
  'failed',
  'interrupted',
  'denied',
  'expired',
  'withdrawn',
]);

/** The decision of a person, how it was made, and the answer they got at once; none in a chat. */
export interface GivenAnswer {
  readonly decision: 'approve' | 'deny';
  readonly by: 'api' | 'chat';
  readonly outcome: 'decided' | 'already' | 'sent';
}

/** Queues for what one run at a time may change. */
export class Turns {
  private readonly ends = new Map<string, Promise<unknown>>();

  take(name: string, work: () => Promise<void>): Promise<void> {
    const done = (this.ends.get(name) ?? Promise.resolve()).then(work);
    this.ends.set(
      name,
      done.catch(() => undefined),
    );
    return done;
  }
}

/** The life of one approval: a requester asks, people answer, and something else happens meanwhile. */
export class ChaosRun {
  readonly answers: GivenAnswer[] = [];
  /** Set when nothing may be called whoever has said yes: what the yes was for is not so any more. */
  isForbidden = false;

  /** It has not come to its end. */
  trouble: string | undefined;

  constructor(
    readonly plan: PlannedRun,
    private readonly parts: { readonly world: ChaosWorld; readonly killer: Killer; readonly turns: Turns },
  ) {}

  /** Resolves when the approval has ended. */
  live(): Promise<void> {
    const act = this.acts[this.plan.kind];
    return act === undefined ? this.liveOn('steady', () => this.decide()) : act();
  }

  get hasApprovers(): boolean {
    return this.parts.world.hasApprovers;
  }

  async approval(): Promise<StoredApproval | undefined> {
    const all = await this.parts.world.store.all();
    return all.find(({ run }) => run === this.plan.key);
  }

  private readonly acts: Readonly<Partial<Record<RunKind, () => Promise<void>>>> = {
    'denied by the policy meanwhile': () => this.whileDenied(),
    'requester shut out meanwhile': () => this.whileShutOut(),
    'requester shut out at the yes': () => this.shutOutAtTheYes(),
    'server moved meanwhile': () => this.whileMoved(),
    'tool changed meanwhile': () => this.whileChanged(),
  };

  private async decide(): Promise<void> {
    const { kind, variant, offsetMs } = this.plan;
    const both = variant < 0.5 ? (['api', 'chat'] as const) : (['chat', 'api'] as const);
    switch (kind) {
      case 'expires':
        return;
      case 'refused':
        return this.answer('deny', both[0]);
      case 'withdrawn':
        return this.withdraw();
      case 'allowed by two at once':
        return this.together(this.answer('approve', both[0]), this.answer('approve', both[1]));
      case 'allowed and refused at once':
        return this.together(this.answer('approve', both[0]), this.answer('deny', both[1]));
      case 'allowed as it is withdrawn':
        return this.together(this.answer('approve', both[0]), this.withdraw());
      case 'answered twice and late':
        await this.answer('approve', both[0]);
        await this.answer('approve', both[0]);
        await this.hasEnded();
        return this.answer('deny', both[1]);
      case 'answered as it expires': {
        const { expiresAt } = (await this.approval())!;
        await pause(Math.max(0, expiresAt - Date.now() + offsetMs));
        return this.together(
          this.answer(variant < 0.8 ? 'approve' : 'deny', both[0]),
          ...(variant < 0.3 ? [this.answer('approve', both[1])] : []),
        );
      }
      default:
        return this.answer('approve', both[0]);
    }
  }

  private async whileDenied(): Promise<void> {
    const { world } = this.parts;
    const { requester } = this.plan;
    await this.liveOn('steady', async () => {
      await world.change(({ denied }) => ({ denied: denied.union(new Set([requester])) }));
      this.isForbidden = true;
      await this.answer('approve', this.waysOfOthers());
    });
    await world.change(({ denied }) => ({ denied: denied.difference(new Set([requester])) }));
  }

  private async whileShutOut(): Promise<void> {
    const { world } = this.parts;
    await this.liveOn('steady', async () => {
      await world.change(this.shutOut());
      this.isForbidden = true;
      await this.answer('approve', this.waysOfOthers());
    });
    await world.change(this.letIn());
  }

  /** The yes is stored, and every gateway dies before or while it calls. */
  private async shutOutAtTheYes(): Promise<void> {
    const { world, killer } = this.parts;
    await this.liveOn('steady', () =>
      killer.killAll(
        () => this.answer('approve', 'api'),
        () => world.write(this.shutOut()),
      ),
    );
    await world.change(this.letIn());
  }

  private whileMoved(): Promise<void> {
    const { world, turns } = this.parts;
    return turns.take('moving', async () => {
      await this.liveOn('moving', async () => {
        await world.change(({ hasMoved }) => ({ hasMoved: !hasMoved }));
        this.isForbidden = true;
        await this.answer('approve', this.someWay());
      });
      await world.hasTool('moving');
    });
  }

  /** An owner may accept the new tool before the old call is allowed: the yes is for another one all the same. */
  private whileChanged(): Promise<void> {
    const { world, turns } = this.parts;
    return turns.take('shifting', async () => {
      await this.liveOn('shifting', async () => {
        world.servers.shifting.redefine();
        await world.hasTool('shifting', 'withheld');
        this.isForbidden = true;
        if (this.plan.variant < 0.5) await world.acceptTool('shifting');
        await this.answer('approve', this.someWay());
      });
      await world.acceptTool('shifting');
      await world.hasTool('shifting');
    });
  }

  private async liveOn(server: ServerName, decide: () => Promise<void>): Promise<void> {
    const { requester, thinkMs } = this.plan;
    await this.parts.world.ask(requester, server, this.order);
    await this.isAsked();
    await pause(thinkMs);
    await decide();
    await this.hasEnded();
  }

  private get order(): Order {
    const { key, kind, callMs, variant } = this.plan;
    const ends = {
      'allowed, and the server dies': 'dies',
      'allowed, and the server fails': 'fails',
    } as const;
    const end = kind in ends ? ends[kind as keyof typeof ends] : 'answers';
    const isShort = kind === 'expires' || kind === 'answered as it expires';
    return { run: key, ms: callMs, end, ...(isShort && { expires: timeLimit(900 + variant * 800) }) };
  }

  /** People answer what they see. */
  private async isAsked(): Promise<void> {
    const isSeen = async () => {
      const approval = await this.approval();
      return approval !== undefined && this.requestTexts().some((text) => text.includes(approval.code));
    };
    await eventually(isSeen, { timeoutMs: 60_000, what: `the request of ${this.plan.key}` });
  }

  private requestTexts(): readonly string[] {
    const { world } = this.parts;
    const texts = world.hasApprovers ? world.sentIn(world.group) : world.heardBy(this.plan.requester);
    return texts.filter((text) => text.includes(`/approve `));
  }

  private async hasEnded(): Promise<void> {
    const hasEnded = async () => FINAL.has((await this.approval())?.state ?? '');
    await eventually(hasEnded, { timeoutMs: 90_000, what: `the end of ${this.plan.key}` });
  }

  private async together(...acts: readonly Promise<unknown>[]): Promise<void> {
    await Promise.all(acts);
  }

  private withdraw(): Promise<void> {
    const { requester, variant } = this.plan;
    return this.parts.world.say(addressOf(requester), variant < 0.5 ? '/stop' : '/new');
  }

  private someWay(): 'api' | 'chat' {
    return this.plan.variant % 0.2 < 0.1 ? 'api' : 'chat';
  }

  /** Where there are no approvers, only the API is left when the requester may not answer. */
  private waysOfOthers(): 'api' | 'chat' {
    return this.parts.world.hasApprovers ? this.someWay() : 'api';
  }

  private async answer(decision: 'approve' | 'deny', by: 'api' | 'chat'): Promise<void> {
    const { id, code } = (await this.approval())!;
    const outcome =
      by === 'api' ? await this.parts.world.decide(id, decision) : await this.sayAnswer(decision, code);
    this.answers.push({ decision, by, outcome });
  }

  private async sayAnswer(decision: 'approve' | 'deny', code: string): Promise<'sent'> {
    const { world } = this.parts;
    const { requester, variant } = this.plan;
    const text = decision === 'approve' ? `/approve ${code}` : `/deny ${code} not now`;
    const approver = APPROVERS[Math.floor(variant * APPROVERS.length)]!;
    if (world.hasApprovers) await world.say(approver, text, world.group);
    else await world.say(addressOf(requester), text);
    return 'sent';
  }

  private shutOut() {
    const { requester } = this.plan;
    return ({ shutOut }: { readonly shutOut: ReadonlySet<number> }) => ({
      shutOut: shutOut.union(new Set([requester])),
    });
  }

  private letIn() {
    const { requester } = this.plan;
    return ({ shutOut }: { readonly shutOut: ReadonlySet<number> }) => ({
      shutOut: shutOut.difference(new Set([requester])),
    });
  }
}
