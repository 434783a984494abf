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

/** Tells watchers what happened and lets a test wait for a condition without polling. */
export class BridgeEvents extends EventEmitter<BridgeEventMap> {
  constructor() {
    super();
    this.setMaxListeners(0);
  }

  /**
   * The first truthy value of `predicate`, which is asked at once and again after every change.
   * Rejects after `timeoutMs` with `what` in the text.
   */
  waitFor<T>(
    predicate: () => T | undefined | null | false,
    timeoutMs = 5_000,
    what = String(predicate),
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void): void => {
        clearTimeout(timer);
        this.off('change', check);
        settle();
      };
      const check = (): void => {
        try {
          const value = predicate();
          if (value) finish(() => resolve(value));
        } catch (error) {
          finish(() => reject(error instanceof Error ? error : new Error(String(error))));
        }
      };
      const timer = setTimeout(
        () => finish(() => reject(new Error(`Not within ${timeoutMs} ms: ${what}`))),
        timeoutMs,
      );
      this.on('change', check);
      check();
    });
  }
}
