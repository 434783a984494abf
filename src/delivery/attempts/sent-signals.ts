import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { Target } from '../../channels/index.js';

/**
 * Signals that a message of ours has just reached its conversation. Best effort: only within this process, and not for
 * sends that are found later by reconciling.
 */
@Injectable()
export class SentSignals {
  private readonly emitter = new EventEmitter().setMaxListeners(0);

  tell(target: Target): void {
    this.emitter.emit(keyOf(target));
  }

  /** @returns the function that ends the subscription */
  listen(target: Target, listener: () => void): () => void {
    const key = keyOf(target);
    this.emitter.on(key, listener);
    return () => void this.emitter.off(key, listener);
  }
}

const keyOf = ({ channel, account, conversation }: Target): string =>
  JSON.stringify([channel, account, conversation]);
