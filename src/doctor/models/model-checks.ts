import { Injectable } from '@nestjs/common';
import { Assistant } from '../../assistant/index.js';
import type { Check, CheckResult } from '../../common/index.js';
import { AGENTS, GatehouseConfig } from '../../config/index.js';
import type { CheckSource } from '../check-source.js';

const IDS = ['model.server', 'model.key', 'model.name', 'model.context', 'model.tools', 'model.clock'];

/** The models of all agents: whether their servers answer, take the key and know the name. Costs no tokens. */
@Injectable()
export class ModelChecks implements CheckSource {
  constructor(
    private readonly config: GatehouseConfig,
    private readonly assistant: Assistant,
  ) {}

  checks(): readonly Check[] {
    let found: Promise<readonly CheckResult[]> | undefined;
    return IDS.map((id) => ({
      id,
      run: async () => (await (found ??= this.examine())).filter((each) => each.id === id),
    }));
  }

  private async examine(): Promise<readonly CheckResult[]> {
    const { modelFindings } = await import('./model-findings.js');
    return modelFindings(this.config.get(AGENTS).list, this.assistant);
  }
}
