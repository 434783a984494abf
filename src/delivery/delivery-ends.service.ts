import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Deliveries } from './deliveries.repository.js';
import type { Delivery } from './records/delivery.js';

/** The first of these pauses, ms: another replica may send the delivery, so the database has to be asked. */
const FIRST_LOOK_MS = 20;
const LONGEST_PAUSE_MS = 500;

/** Waits for the end of deliveries, for callers that need it. */
@Injectable()
export class DeliveryEnds implements OnModuleDestroy {
  private readonly ending = new AbortController();

  constructor(private readonly deliveries: Deliveries) {}

  /** Gives callers that still wait when the program ends the current state. */
  onModuleDestroy(): void {
    this.ending.abort();
  }

  /**
   * @returns the delivery when it has ended, as `sent` or `dead`; otherwise in its state after `timeoutMs`, or at the
   * end of the program
   * @throws GatehouseError NOT_FOUND
   */
  async waitFor(id: string, timeoutMs: number): Promise<Delivery> {
    const signal = AbortSignal.any([this.ending.signal, AbortSignal.timeout(timeoutMs)]);
    let delivery = await this.deliveries.get(id);
    for (let ms = FIRST_LOOK_MS; isUnderWay(delivery) && !signal.aborted; ms *= 1.5) {
      await pause(Math.min(ms, LONGEST_PAUSE_MS), undefined, { signal }).catch(() => undefined);
      delivery = await this.deliveries.get(id);
    }
    return delivery;
  }
}

const isUnderWay = ({ state }: Delivery): boolean => state !== 'sent' && state !== 'dead';
