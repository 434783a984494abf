import { Injectable } from '@nestjs/common';
import { ConnectorRegistry, type Target } from '../../channels/index.js';
import { GatehouseError } from '../../common/index.js';
import { OperatorTargets } from './operator-targets.service.js';
import { invalid, type Where } from './requests.js';
import { isPossible } from '../outgoing/actions.js';

/** Finds out which place an operator means, and whether polls are possible there. */
@Injectable()
export class PollPlaces {
  constructor(
    private readonly targets: OperatorTargets,
    private readonly registry: ConnectorRegistry,
  ) {}

  /**
   * @throws GatehouseError as OperatorTargets.placeOf; INVALID_REQUEST for a channel without polls; CONFLICT where
   *   there are none now
   */
  async find(where: Where): Promise<Target> {
    const target = await this.targets.placeOf(where);
    const connector = this.registry.get(target.channel);
    if (isPossible(connector.capabilities(target), 'poll')) return target;
    const details = `channel ${target.channel} has no polls`;
    if (!isPossible(connector.capabilities(), 'poll')) throw invalid(details);
    throw new GatehouseError('CONFLICT', 'This is not possible there now.', `${details} there`);
  }
}
