import { Injectable } from '@nestjs/common';
import { GatehouseError } from '../../common/index.js';
import { profile } from '../profile/profile.js';
import type { ProfileOutput, ProfileTask } from '../profile/types.js';
import { DataThreads } from '../workers/data-threads.js';
import type { ProcessInput, Processor } from './processor.js';
import type { ProcessOptions } from './process-options.js';
import { profileOptions } from './profile-options.js';

/** UTF-16 units; up to this length, processing takes the event loop less time than handing it to a thread. */
const INLINE_CHARS = 1_024;

/** Describes the input: JSON, CSV or text, and its structure. Stores nothing and calls no service. */
@Injectable()
export class ProfileProcessor implements Processor {
  readonly name = 'profile';

  constructor(private readonly threads: DataThreads) {}

  check(options: ProcessOptions): void {
    profileOptions(options);
  }

  async run(
    { data: { content }, options, userId }: ProcessInput,
    signal: AbortSignal,
  ): Promise<ProfileOutput> {
    const task: ProfileTask = { input: content, ...profileOptions(options) };
    const isShort = typeof content === 'string' && content.length <= INLINE_CHARS;
    const outcome = isShort ? profile(task) : await this.threads.profile(task, userId, signal);
    if (outcome.kind === 'done') return outcome.output;
    throw GatehouseError.invalidFields([{ field: 'input_data', code: 'invalid', message: outcome.reason }]);
  }
}
