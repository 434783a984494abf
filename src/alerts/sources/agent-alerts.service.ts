import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/index.js';
import { ALERTS, GatehouseConfig } from '../../config/index.js';
import { type AgentView, Assistants } from '../../operator/index.js';
import { type Alert, alertOf, type EventData } from '../alert.js';
import type { AlertSource } from './alert-source.js';

const MINUTE_MS = 60_000;

/** Agents whose model fails, as this process saw it; an agent that was not asked yet may be well or not. */
@Injectable()
export class AgentAlerts implements AlertSource {
  readonly codes = ['model-failing', 'model-passed-over'] as const;
  readonly readsDatabase = false;

  constructor(
    private readonly assistants: Assistants,
    private readonly config: GatehouseConfig,
    private readonly clock: Clock,
  ) {}

  async find(): Promise<readonly Alert[]> {
    return this.assistants.agents().flatMap((agent) => [...this.failing(agent), ...this.passedOver(agent)]);
  }

  async recovered(subject: string): Promise<EventData | undefined> {
    const agent = this.assistants.agents().find(({ id }) => id === subject);
    return agent?.state === 'ok' ? eventData(agent) : undefined;
  }

  private failing({ id, state, reason, setting, remedy, ...agent }: AgentView): readonly Alert[] {
    if (state === 'ok') return [];
    const since = agent.since ?? null;
    const message = `the model of agent ${id} fails: ${reason ?? 'no reason given'}`;
    const isDue = state === 'failing' && this.isLong(since);
    const why = { reason: agent.failure ?? null, detail: reason ?? null };
    const event = { ...eventData({ id, ...agent }), ...why };
    return [alertOf({ code: 'model-failing', subject: id, message, since, setting, remedy, isDue, event })];
  }

  /** One alert for all of an agent's, because they often fail and recover together. */
  private passedOver({ id, state, passedOver }: AgentView): readonly Alert[] {
    if (passedOver.length === 0 && state !== 'unknown') return [];
    const now = this.clock.now();
    const names = passedOver.map(({ runtime, model, reason }) => `${model ?? runtime}: ${reason}`);
    const message = `agent ${id} passes over ${names.join('; ')}`;
    const since = passedOver.length === 0 ? null : Math.min(...passedOver.map((each) => each.since));
    const isDue = passedOver.some((each) => each.until > now && this.isLong(each.since));
    return [alertOf({ code: 'model-passed-over', subject: id, message, since, isDue })];
  }

  private isLong(since: number | null): boolean {
    return this.clock.now() - (since ?? 0) >= this.config.get(ALERTS).modelFailingMinutes * MINUTE_MS;
  }
}

const eventData = ({ id, model }: Pick<AgentView, 'id' | 'model'>): EventData => ({
  agent_id: id,
  model: model ?? null,
});
