import { Injectable } from '@nestjs/common';
import { type ChannelConnector, ConnectorRegistry, hasChecks } from '../../channels/index.js';
import type { ConditionSource, HasConditions } from '../condition.js';

/** The checks that connectors bring, for each of their accounts; they ask the services. */
@Injectable()
export class ChannelChecks implements HasConditions {
  constructor(private readonly registry: ConnectorRegistry) {}

  get sources(): readonly ConditionSource[] {
    return this.registry.all().flatMap(sourcesOf);
  }
}

const sourcesOf = (connector: ChannelConnector): readonly ConditionSource[] =>
  hasChecks(connector)
    ? connector.accounts().flatMap(({ account }) =>
        connector.checks(account).map((check) => ({
          check: `${connector.channel}.${check.id}`,
          codes: [],
          cost: 'network',
          find: (signal) => check.run(signal),
        })),
      )
    : [];
