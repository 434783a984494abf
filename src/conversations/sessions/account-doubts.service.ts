import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { ConnectorRegistry } from '../../channels/index.js';
import { GatehouseConfig } from '../../config/index.js';

/**
 * Warns of settings that are valid and cannot have their effect, such as a list entry that no sender can match: at the
 * start, and when a change brings one. The connectors find them.
 */
@Injectable()
export class AccountDoubts implements OnModuleInit, OnApplicationBootstrap {
  private readonly logger = new Logger('Config');
  private told: readonly string[] = [];

  constructor(
    private readonly config: GatehouseConfig,
    private readonly registry: ConnectorRegistry,
  ) {}

  onModuleInit(): void {
    this.config.onChange(() => this.tell());
  }

  onApplicationBootstrap(): void {
    this.tell();
  }

  /** Each once: accounts share the lists of the top level. */
  list(): readonly string[] {
    const accounts = this.registry.all().flatMap((connector) => connector.accounts());
    return [...new Set(accounts.flatMap(({ doubts = [] }) => doubts))];
  }

  private tell(): void {
    const doubts = this.list();
    for (const doubt of doubts) if (!this.told.includes(doubt)) this.logger.warn(doubt);
    this.told = doubts;
  }
}
