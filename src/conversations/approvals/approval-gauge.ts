import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { registerStateGauge } from '../../common/index.js';
import { GatehouseConfig, MCP } from '../../config/index.js';
import { Approvals } from './approvals.service.js';

/** Without servers, only a policy that says so makes a call wait. */
const ASK = /\.ask$/;

/** Shows how many approvals wait or run. Costs no statement where nothing can ask for one. */
@Injectable()
export class ApprovalGauge {
  constructor(
    registry: Registry,
    private readonly approvals: Approvals,
    private readonly config: GatehouseConfig,
  ) {
    registerStateGauge(registry, {
      name: 'gatehouse_approvals',
      help: 'Tool calls that wait for a decision, for their start or for their end, by state; the same on every replica.',
      label: 'state',
      count: () => this.counts(),
    });
  }

  private async counts(): Promise<ReadonlyMap<string, number>> {
    return this.canAsk ? this.approvals.openCounts() : new Map();
  }

  private get canAsk(): boolean {
    return Object.keys(this.config.get(MCP).servers).length > 0 || this.config.sets(ASK);
  }
}
