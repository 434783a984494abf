import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { type ConnectionState, ConnectorRegistry } from '../../channels/index.js';
import { AccountStates } from './account-states.service.js';

type Status = ConnectionState['status'];

const STATUSES = Object.keys({
  starting: true,
  connecting: true,
  connected: true,
  degraded: true,
  'transient-disconnect': true,
  'bad-credentials': true,
  'logged-out': true,
  error: true,
  stopped: true,
} satisfies Record<Status, true>) as readonly Status[];

/** Shows the state of every configured account, the same from every replica. */
@Injectable()
export class AccountStateGauge {
  constructor(registry: Registry, connectors: ConnectorRegistry, states: AccountStates) {
    new Gauge({
      name: 'gatehouse_account_state',
      help: 'The state of each account: 1 for its current state, 0 for the others; the same on every replica.',
      labelNames: ['channel', 'account', 'state'],
      registers: [registry],
      async collect() {
        const all = await states.all().catch(() => undefined);
        this.reset();
        if (!all) return;
        for (const connector of connectors.all())
          for (const { account } of connector.accounts()) {
            const { channel } = connector;
            const status = all.get(`${channel}/${account}`)?.status ?? 'stopped';
            for (const state of STATUSES) this.set({ channel, account, state }, state === status ? 1 : 0);
          }
      },
    });
  }
}
