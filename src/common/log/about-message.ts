/** The ids that connect a line of the log with a message; never a text. */
export interface MessageIds {
  readonly eventId?: string | null | undefined;
  /** The id in the channel's own form. */
  readonly conversationId?: string | null | undefined;
  readonly deliveryId?: string | null | undefined;
}

/** The fields of a line about a message, by which `gatehouse logs` finds it. */
export const MESSAGE_FIELDS = ['event_id', 'conversation_id', 'delivery_id'] as const;

/** A line of the log about one message, to be passed to a logger in place of its text. */
export function aboutMessage(msg: string, { eventId, conversationId, deliveryId }: MessageIds): object {
  return {
    ...(eventId && { event_id: eventId }),
    ...(conversationId && { conversation_id: conversationId }),
    ...(deliveryId && { delivery_id: deliveryId }),
    msg,
  };
}
