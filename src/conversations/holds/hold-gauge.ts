import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { registerNumberGauge } from '../../common/index.js';
import { Holds } from './holds.service.js';

/** Shows how many conversations a person has taken over. */
@Injectable()
export class HoldGauge {
  constructor(registry: Registry, holds: Holds) {
    registerNumberGauge(registry, {
      name: 'gatehouse_holds',
      help: 'Conversations that a person has taken over from the assistant; the same on every replica.',
      read: () => holds.count(),
    });
  }
}
