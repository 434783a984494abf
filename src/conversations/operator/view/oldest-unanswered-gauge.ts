import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { Clock, registerNumberGauge } from '../../../common/index.js';
import { OldestUnanswered } from './oldest-unanswered.service.js';

/** Shows how long the oldest message waits. */
@Injectable()
export class OldestUnansweredGauge {
  constructor(registry: Registry, unanswered: OldestUnanswered, clock: Clock) {
    registerNumberGauge(registry, {
      name: 'gatehouse_oldest_unanswered_seconds',
      help: 'How long the oldest message has waited for its answer, from its acceptance until the answer is sent; 0 when none waits; the same at every replica.',
      read: async () => {
        const at = await unanswered.acceptedAt();
        return at === undefined ? 0 : Math.max(0, (clock.now() - at) / 1_000);
      },
    });
  }
}
