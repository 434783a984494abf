import { Injectable } from '@nestjs/common';
import { ConnectorRegistry } from '../../channels/index.js';
import type { Finding } from '../../common/index.js';
import { ALERTS, type ConfigProblem, ConfigReload, GatehouseConfig } from '../../config/index.js';
import {
  type Condition,
  condition,
  type ConditionSource,
  findingOf,
  type HasConditions,
  orWell,
} from '../condition.js';
import { problemFindings } from '../configuration-findings.js';
import { isAccount } from './account-findings.js';

/** The configuration file beside the configuration in force. Nothing here writes it. */
@Injectable()
export class ConfigurationConditions implements HasConditions {
  readonly sources: readonly ConditionSource[] = [
    {
      check: 'configuration',
      codes: ['configuration-invalid', 'restart-pending', 'setting-without-effect'],
      cost: 'memory',
      find: async () => this.find(),
    },
  ];

  constructor(
    private readonly config: GatehouseConfig,
    private readonly reload: ConfigReload,
    private readonly registry: ConnectorRegistry,
  ) {}

  private find() {
    const found = [...this.problems(), ...this.pending(), ...this.doubts()];
    return orWell(found, 'the configuration is valid and in force');
  }

  /** The doctor shows each problem; the alert about the file names the first. */
  private problems(): readonly (Finding | Condition)[] {
    const { problems } = this.reload;
    const [first] = problems;
    if (!first) return [];
    const { scope, held } = this.config;
    const facts = { setting: first.path };
    return [
      ...problemFindings(problems, { scope, held, text: notInForceText }).map(findingOf),
      condition('configuration-invalid', notInForceText(first), { state: 'unknown', isDue: true, facts }),
    ];
  }

  private pending(): readonly Finding[] {
    const [first, ...others] = this.config.pendingRestart;
    if (first === undefined) return [];
    const message = `takes effect at the next start: ${[first, ...others].join(', ')}`;
    return [condition('restart-pending', message, { facts: others.length === 0 ? { setting: first } : {} })];
  }

  /** Each once: accounts share the lists of the top level. */
  private doubts(): readonly Finding[] {
    const accounts = this.registry.all().flatMap((connector) => connector.accounts());
    const doubts = new Set([...accounts.flatMap(({ doubts: own = [] }) => own), ...this.untold()]);
    return [...doubts].map((doubt) => condition('setting-without-effect', doubt));
  }

  /** Places of `alerts.to` at accounts that are not there: no one is told at those. */
  private untold(): readonly string[] {
    return this.config.get(ALERTS).to.flatMap(({ channel, account }) => {
      if (channel === undefined || isAccount(this.registry, channel, account)) return [];
      const name = account === undefined ? channel : `${channel}/${account}`;
      return [`alerts.to names ${name}, which is not configured`];
    });
  }
}

const notInForceText = ({ path, message }: ConfigProblem): string =>
  `the file is not in force: ${path}: ${message}`;
