import { Injectable } from '@nestjs/common';
import { ConnectorRegistry } from '../../channels/index.js';
import type { Check, Finding } from '../../common/index.js';
import { ALERTS, type ConfigProblem, ConfigReload, GatehouseConfig } from '../../config/index.js';
import type { CheckSource } from '../check-source.js';
import { problemFindings } from '../configuration-faults.js';
import { faultFound, ok } from '../faults.js';
import { isAccount } from './account-findings.js';

/** The configuration file beside the configuration in force. Nothing here writes it. */
@Injectable()
export class ConfigurationCheck implements CheckSource {
  constructor(
    private readonly config: GatehouseConfig,
    private readonly reload: ConfigReload,
    private readonly registry: ConnectorRegistry,
  ) {}

  checks(): readonly Check[] {
    return [{ id: 'configuration', run: async () => this.findings() }];
  }

  private findings(): readonly Finding[] {
    const faults = [...this.problems(), ...this.pending(), ...this.doubts()];
    return faults.length > 0 ? faults : [ok('the configuration is valid and in force')];
  }

  private problems(): readonly Finding[] {
    const { scope, held } = this.config;
    return problemFindings(this.reload.problems, { scope, held, text: notInForceText });
  }

  private pending(): readonly Finding[] {
    const [first, ...others] = this.config.pendingRestart;
    if (first === undefined) return [];
    const message = `takes effect at the next start: ${[first, ...others].join(', ')}`;
    return [faultFound('restart-pending', message, { facts: others.length === 0 ? { setting: first } : {} })];
  }

  /** Each once: accounts share the lists of the top level. */
  private doubts(): readonly Finding[] {
    const accounts = this.registry.all().flatMap((connector) => connector.accounts());
    const doubts = new Set([...accounts.flatMap(({ doubts: own = [] }) => own), ...this.untold()]);
    return [...doubts].map((doubt) => faultFound('setting-without-effect', doubt));
  }

  /** Places of `alerts.to` at accounts that are not there: nobody is told at those. */
  private untold(): readonly string[] {
    return this.config.get(ALERTS).to.flatMap(({ channel, account }) => {
      if (channel === undefined || isAccount(this.registry, channel, account)) return [];
      const name = account === undefined ? channel : `${channel}/${account}`;
      return [`alerts.to names ${name}, which is not configured`];
    });
  }
}

export const notInForceText = ({ path, message }: ConfigProblem): string =>
  `the file is not in force: ${path}: ${message}`;
