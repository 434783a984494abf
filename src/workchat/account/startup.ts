import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ConnectorRegistry } from '../../channels/index.js';
import { ConfigInvalidError, ConfigProblem } from '../../config/index.js';
import { WORKCHAT } from '../ids/id.js';
import { PortUnavailable } from '../webhook/listener.js';
import { WORKCHAT_CONFIG } from '../settings/workchat.config.js';
import { WorkchatAccounts } from './accounts.js';

/** Takes the port at the start of the program. */
@Injectable()
export class WorkchatStartup implements OnApplicationBootstrap {
  constructor(
    private readonly accounts: WorkchatAccounts,
    private readonly registry: ConnectorRegistry,
  ) {}

  /**
   * Where this listener is the only way in, a program without its port is useless, so it ends as for any invalid
   * setting. @throws ConfigInvalidError
   */
  async onApplicationBootstrap(): Promise<void> {
    try {
      await this.accounts.open();
    } catch (error) {
      if (!(error instanceof PortUnavailable) || !this.isAlone()) return;
      const path = `${WORKCHAT_CONFIG.path}.webhook.port`;
      throw new ConfigInvalidError([new ConfigProblem(path, `cannot be used: ${error.message}`)]);
    }
  }

  private isAlone(): boolean {
    return this.registry.all().every((each) => each.channel === WORKCHAT || each.accounts().length === 0);
  }
}
