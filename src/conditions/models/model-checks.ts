import { Injectable } from '@nestjs/common';
import { Assistant } from '../../assistant/index.js';
import type { CheckResult } from '../../common/index.js';
import { AGENTS, GatehouseConfig } from '../../config/index.js';
import type { ConditionSource, HasConditions } from '../condition.js';

const IDS = ['model.server', 'model.key', 'model.name', 'model.context', 'model.tools', 'model.clock'];

/** The models of all agents: whether their servers answer, take the key and know the name. Costs no tokens. */
@Injectable()
export class ModelChecks implements HasConditions {
  constructor(
    private readonly config: GatehouseConfig,
    private readonly assistant: Assistant,
  ) {}

  /** All ask once, together. */
  get sources(): readonly ConditionSource[] {
    let found: Promise<readonly CheckResult[]> | undefined;
    return IDS.map((check) => ({
      check,
      codes: [],
      cost: 'network',
      find: async () => (await (found ??= this.examine())).filter(({ id }) => id === check),
    }));
  }

  private async examine(): Promise<readonly CheckResult[]> {
    const { modelFindings } = await import('./model-findings.js');
    return modelFindings(this.config.get(AGENTS).list, this.assistant);
  }
}
