import { Injectable } from '@nestjs/common';
import type { Actor } from '../access-control/index.js';
import { isSending } from '../conversations/index.js';
import { OperatorOrders } from './operator-orders.service.js';
import { OperatorRemote } from './operator-remote.service.js';
import { OperatorSending } from './operator-sending.service.js';
import { keyedRequest, OperatorSendsRepository } from './operator-sends.repository.js';
import type { ActionRequest, ActionResult } from './requests.js';

/** Performs connector actions for operators (DESIGN 6, `POST /actions`). */
@Injectable()
export class OperatorActions {
  constructor(
    private readonly orders: OperatorOrders,
    private readonly sends: OperatorSendsRepository,
    private readonly remote: OperatorRemote,
    private readonly sending: OperatorSending,
  ) {}

  /**
   * Resolves when the action is done or, for an action that is a message, after 20 s with its current state. A repeat
   * with the same key does nothing and has the first result; one whose outcome is unknown is never done again.
   * @throws GatehouseError INVALID_REQUEST, NOT_FOUND, PAYLOAD_TOO_LARGE; CONFLICT for an action that is not possible
   * now, was refused or is still being performed; IDEMPOTENCY_MISMATCH for a key of another request; UNAVAILABLE when it was
   * not done, or the outcome is unknown
   */
  async perform(actor: Actor, request: ActionRequest, key?: string): Promise<ActionResult> {
    const way = isSending(request.action) ? this.sending : this.remote;
    const keyed = keyedRequest(actor, key, request);
    const known = keyed && (await this.sends.find(keyed));
    if (known) return way.again(known);
    return way.perform(actor, await this.orders.ofAction(request), keyed);
  }
}
