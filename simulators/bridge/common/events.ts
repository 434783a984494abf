import { EventEmitter } from 'node:events';
import type { MessageRow, ReadEvent, RequestRecord, TypingEvent, WebhookDelivery } from './types.js';

export interface BridgeEventMap {
  /** Any row that was added. */
  message: [MessageRow];
  /** A row made by a send of the REST API; also a `message`. */
  sent: [MessageRow];
  typing: [TypingEvent];
  read: [ReadEvent];
  request: [RequestRecord];
  /** A webhook attempt ended. */
  delivery: [WebhookDelivery];
  /** Something changed, whatever it was. */
  change: [];
}

/** Tells watchers what happened; `waitFor` re-evaluates on its `change`. */
export class BridgeEvents extends EventEmitter<BridgeEventMap> {
  constructor() {
    super();
    this.setMaxListeners(0);
  }
}
