import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { registerStateGauge } from '../common/index.js';
import { Webhooks } from './webhooks.service.js';

/** Shows how many messages wait for each webhook; costs no statement where none is configured. */
@Injectable()
export class BacklogGauge {
  constructor(registry: Registry, webhooks: Webhooks) {
    registerStateGauge(registry, {
      name: 'gatehouse_webhook_backlog',
      help: 'Messages waiting to be sent to a webhook (webhooks.list), by its id; the same on every replica.',
      label: 'webhook',
      count: () => webhooks.backlog(),
    });
  }
}
