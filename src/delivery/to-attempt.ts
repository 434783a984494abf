import type { DeliveryAttempt } from '../channels/index.js';
import type { Delivery } from './delivery.repository.js';

/** What the connector is told. The delivery's own id correlates all its attempts. */
export function toAttempt(delivery: Delivery, number: number, startedAt: number): DeliveryAttempt {
  return {
    deliveryId: delivery.id,
    correlationId: delivery.id,
    number,
    target: delivery.target,
    content: delivery.content,
    firstStartedAt: delivery.firstAttemptAt ?? startedAt,
    startedAt,
  };
}
