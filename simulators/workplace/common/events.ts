import { EventEmitter } from 'node:events';
import type { Delivery, Message, Posted, RequestRecord } from './types.js';

export interface WorkplaceEventMap {
  /** Any message that was added, of a person or of the bot. */
  message: [Message];
  /** The bot did something. */
  posted: [Posted];
  /** An attempt to hand an activity to the bot ended. */
  delivery: [Delivery];
  request: [RequestRecord];
  /** Something changed, whatever it was. */
  change: [];
}

/** Tells watchers what happened; `waitFor` re-evaluates on its `change`. */
export class WorkplaceEvents extends EventEmitter<WorkplaceEventMap> {
  constructor() {
    super();
    this.setMaxListeners(0);
  }
}
