import type { TurnAttachment, TurnMessage } from '../../../assistant/index.js';

/** A message that tells of the files of the one it answers, if it answers one and that has any. */
export function withAnswered(message: TurnMessage, attachments: readonly TurnAttachment[]): TurnMessage {
  const { replyTo } = message;
  return replyTo && attachments.length > 0 ? { ...message, replyTo: { ...replyTo, attachments } } : message;
}
