import type { Cli } from '../../cli.js';
import type { Prompter } from '../../input/prompter.js';
import type { ServiceOffer } from '../../world.js';

/** Replaced by the one of branch `update`. */
export function offerService(_cli: Cli, _prompter: Prompter): Promise<ServiceOffer> {
  return Promise.resolve('unavailable');
}
