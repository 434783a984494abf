import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { registerStateGauge } from '../common/index.js';
import { ALERT_CODES } from './codes.js';
import { Conditions } from './conditions.service.js';

/** Shows what needs a person now, for those who are told by Prometheus. */
@Injectable()
export class AlertGauge {
  constructor(registry: Registry, conditions: Conditions) {
    registerStateGauge(registry, {
      name: 'gatehouse_alerts',
      help: 'What needs a person now (alerts of GET /admin/v1/status), by code; 0 where nothing does.',
      label: 'code',
      count: async () => {
        const due = await conditions.due();
        return new Map(ALERT_CODES.map((code) => [code, due.filter((each) => each.code === code).length]));
      },
    });
  }
}
