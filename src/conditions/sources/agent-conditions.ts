import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/index.js';
import { type AgentView, Assistants } from '../../operator/index.js';
import {
  type Condition,
  condition,
  type ConditionSource,
  type EventData,
  type HasConditions,
} from '../condition.js';

/** Agents whose model fails, as this process saw it; an agent that was not asked yet may be well or not. */
@Injectable()
export class AgentConditions implements HasConditions {
  readonly sources: readonly ConditionSource[] = [
    {
      codes: ['model-failing', 'model-passed-over'],
      cost: 'memory',
      find: async () =>
        this.assistants.agents().flatMap((agent) => [...failing(agent), ...this.passedOver(agent)]),
      recovered: async (subject) => {
        const agent = this.assistants.agents().find(({ id }) => id === subject);
        return agent?.state === 'ok' ? eventData(agent) : undefined;
      },
    },
  ];

  constructor(
    private readonly assistants: Assistants,
    private readonly clock: Clock,
  ) {}

  /** One condition for all of an agent's, because they often fail and recover together. */
  private passedOver({ id, state, passedOver }: AgentView): readonly Condition[] {
    if (passedOver.length === 0 && state !== 'unknown') return [];
    const names = passedOver.map(({ runtime, model, reason }) => `${model ?? runtime}: ${reason}`);
    const now = this.clock.now();
    // What may be asked again may be well.
    const known = passedOver.filter(({ until }) => until > now);
    const times = (known.length > 0 ? known : passedOver).map(({ since }) => since);
    return [
      condition('model-passed-over', `agent ${id} skips ${names.join('; ')}`, {
        subject: id,
        since: times.length > 0 ? Math.min(...times) : null,
        state: known.length > 0 ? 'warning' : 'unknown',
      }),
    ];
  }
}

function failing(agent: AgentView): readonly Condition[] {
  const { id, state, reason, failure, since = null, setting, remedy } = agent;
  if (state === 'ok') return [];
  const event = { ...eventData(agent), reason: failure ?? null, detail: reason ?? null };
  const about = { subject: id, since, setting, remedy, event } as const;
  return [
    condition('model-failing', `the model of agent ${id} fails: ${reason ?? 'no reason given'}`, {
      ...about,
      state: state === 'failing' ? 'failed' : 'unknown',
    }),
  ];
}

const eventData = ({ id, model }: AgentView): EventData => ({ agent_id: id, model: model ?? null });
