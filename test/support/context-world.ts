import type { TurnMessage } from '../../src/assistant/index.js';
import type { AccountSettings } from '../../src/channels/index.js';
import type { TestDatabase } from './databases.js';
import type { PipelineOptions } from './pipeline.js';
import { pipelineWorld } from './pipeline-world.js';

/** A pipeline whose channel is open to all, and the history passed to its runtime. */
export function contextWorld(open: () => Promise<TestDatabase>) {
  const world = pipelineWorld(open);
  const idle = () => world.idle();
  return {
    idle,
    start: (settings: Partial<AccountSettings> = {}, options: PipelineOptions = {}) =>
      world.start({ ...options, settings: { dmPolicy: 'open', groupPolicy: 'open', ...settings } }),
    /** Ann writes these texts; each is processed before the next. */
    say: async (...texts: readonly string[]) => {
      for (const text of texts) await world.pipeline.connector.receive('ann', text);
      await idle();
    },
    historyOf: (text: string) => world.pipeline.runtime.asked.find((each) => each.text === text)!.history,
  };
}

export const textsOf = (history: readonly TurnMessage[]) => history.map(({ text }) => text);
