import { EventEmitter } from 'node:events';
import type { MessageRow, ReadEvent, RequestRecord, TypingEvent, WebhookDelivery } from './types.js';

export interface BridgeEventMap {
  /** A row was added. */
  message: [MessageRow];
  /** The REST API sent a row; a `message` event is emitted too. */
  sent: [MessageRow];
  typing: [TypingEvent];
  read: [ReadEvent];
  request: [RequestRecord];
  /** A webhook attempt ended. */
  delivery: [WebhookDelivery];
  /** Any state changed. */
  change: [];
}

/** The simulator's events; `waitFor` checks its predicate again on every `change`. */
export class BridgeEvents extends EventEmitter<BridgeEventMap> {
  constructor() {
    super();
    this.setMaxListeners(0);
  }
}
