import { EventEmitter } from 'node:events';
import type { Delivery, Message, Posted, RequestRecord } from './types.js';

export interface WorkplaceEventMap {
  /** A message from a person or the bot was added. */
  message: [Message];
  /** The service carried out a call of the bot. */
  posted: [Posted];
  /** An attempt to deliver an activity to the bot ended. */
  delivery: [Delivery];
  request: [RequestRecord];
  /** Any state changed. */
  change: [];
}

/** The simulator's events; `waitFor` checks its predicate again on every `change`. */
export class WorkplaceEvents extends EventEmitter<WorkplaceEventMap> {
  constructor() {
    super();
    this.setMaxListeners(0);
  }
}
