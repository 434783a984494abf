import type { DeliveryAttempt, SendFailureCode } from '../../channels/index.js';
import type { Delivery } from '../records/delivery.js';

/**
 * The last attempt in the form that connectors get, to make it or to find out its outcome. The delivery's own id
 * correlates all its attempts.
 */
export function lastAttempt(delivery: Delivery): DeliveryAttempt {
  const { lastEndedAt, lastCode } = delivery;
  const startedAt = delivery.lastAttemptAt ?? delivery.createdAt;
  return {
    deliveryId: delivery.id,
    correlationId: delivery.id,
    number: delivery.attempts,
    target: delivery.target,
    content: delivery.content,
    author: delivery.author,
    firstStartedAt: delivery.firstAttemptAt ?? startedAt,
    startedAt,
    ...(lastEndedAt === null || lastCode === null
      ? {}
      : { ended: { at: lastEndedAt, code: lastCode as SendFailureCode } }),
  };
}
