import type { DeliveryAttempt, SendFailureCode } from '../channels/index.js';
import type { Delivery } from './delivery.repository.js';

/** What the connector is told. The delivery's own id correlates all its attempts. */
export function nextAttempt(delivery: Delivery, number: number, startedAt: number): DeliveryAttempt {
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

/** The last attempt once more, for the question what became of it. */
export function lastAttempt(delivery: Delivery): DeliveryAttempt {
  const attempt = nextAttempt(delivery, delivery.attempts, delivery.lastAttemptAt ?? delivery.createdAt);
  const { lastEndedAt, lastCode } = delivery;
  if (lastEndedAt === null || lastCode === null) return attempt;
  return { ...attempt, ended: { at: lastEndedAt, code: lastCode as SendFailureCode } };
}
