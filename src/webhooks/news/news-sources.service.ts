import { Injectable } from '@nestjs/common';
import { type Actor, type AuditEntry, AuditLog } from '../../access-control/index.js';
import { type EventFollower, EventFollowers } from '../../conversations/index.js';
import { Deliveries, type Delivery } from '../../delivery/index.js';
import { type PairingRequest, PairingService } from '../../pairing/index.js';
import type { Tx } from '../../persistence/index.js';

/** Is told what happens, in the transaction of each thing. */
export interface NewsListener extends EventFollower {
  asked(tx: Tx, request: PairingRequest): Promise<void>;
  audited(tx: Tx, actor: Actor, entry: AuditEntry): Promise<void>;
  dead(tx: Tx, delivery: Delivery): Promise<void>;
}

/** The parts of the program that have something to tell. */
@Injectable()
export class NewsSources {
  constructor(
    private readonly events: EventFollowers,
    private readonly pairing: PairingService,
    private readonly audit: AuditLog,
    private readonly deliveries: Deliveries,
  ) {}

  /** @param listener undefined = nobody is told any more, and no source does anything for it */
  tell(listener: NewsListener | undefined): void {
    this.events.follow(listener);
    this.pairing.onAsked(listener && ((tx, request) => listener.asked(tx, request)));
    this.audit.onEntry(listener && ((tx, actor, entry) => listener.audited(tx, actor, entry)));
    this.deliveries.onDead(listener && ((tx, delivery) => listener.dead(tx, delivery)));
  }
}
