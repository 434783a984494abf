import type { IncomingMessage, ServerResponse } from 'node:http';

/** The address of a listener that an account opens itself. */
export interface ListenerAddress {
  /** Name or IP address. */
  readonly host: string;
  readonly port: number;
}

/** A path at which a messaging service calls the gateway, and what answers there (ADR 0087). */
export interface Webhook {
  /** The whole path as a request spells it: without the query, not decoded, other than the gateway's own paths. */
  readonly path: string;
  /** In words for operators: whom it admits, and by which proof. The gateway's own access rules do not apply. */
  readonly admits: string;
  /** The account's own listener; unset = the gateway's. The connector opens and closes its own. */
  readonly listener?: ListenerAddress;
  /**
   * Answers each request at the path, whatever its method. Decides whether to admit it before the body is read, and
   * answers 2xx only once the sink has accepted the event. What it throws is answered like a failure of the APIs.
   * @param request what was read of it: the head
   * @param caller the client's IP address, as trusted proxies report it; empty when the connection is gone
   */
  answer(request: IncomingMessage, response: ServerResponse, caller: string): Promise<void>;
}
