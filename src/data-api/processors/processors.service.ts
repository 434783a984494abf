import { Injectable } from '@nestjs/common';
import { DataApiConfig, type DataProcessor } from '../../config/index.js';
import { AgentProcessor } from './agent.processor.js';
import type { Processor } from './processor.js';
import { ProfileProcessor } from './profile.processor.js';

/** The processors by name. */
@Injectable()
export class Processors {
  private readonly byName: Readonly<Record<DataProcessor, Processor>>;

  constructor(
    private readonly config: DataApiConfig,
    profile: ProfileProcessor,
    agent: AgentProcessor,
  ) {
    this.byName = { profile, agent };
  }

  /** The processor for new requests. */
  get chosen(): Processor {
    return this.byName[this.config.processor];
  }

  /** The processor of an earlier request, which may differ from the current setting. */
  processorFor(name: DataProcessor): Processor {
    return this.byName[name];
  }
}
