import { Injectable } from '@nestjs/common';
import { type ChannelConnector, ConnectorRegistry, hasChecks } from '../../channels/index.js';
import type { Check } from '../../common/index.js';
import type { CheckSource } from '../check-source.js';

/** The checks that connectors bring, for each of their accounts. */
@Injectable()
export class ChannelChecks implements CheckSource {
  constructor(private readonly registry: ConnectorRegistry) {}

  checks(): readonly Check[] {
    return this.registry.all().flatMap(checksOf);
  }
}

const checksOf = (connector: ChannelConnector): readonly Check[] =>
  hasChecks(connector)
    ? connector.accounts().flatMap(({ account }) =>
        connector.checks(account).map((check) => ({
          id: `${connector.channel}.${check.id}`,
          run: (signal) => check.run(signal),
        })),
      )
    : [];
