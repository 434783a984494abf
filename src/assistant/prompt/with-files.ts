import type { TurnAttachment, TurnInput, TurnMessage } from '../runtime.js';
import { HistoryLine } from './history-line.js';

/** Whether a message, or the one it answers, has files. */
export const isWithFiles = ({ attachments, replyTo }: TurnMessage): boolean =>
  attachments !== undefined || replyTo?.attachments !== undefined;

/**
 * The turn with each of its files replaced, newest first. Messages without files stay the same objects, so what is
 * cached with them stays.
 */
export function withFiles(input: TurnInput, each: (file: TurnAttachment) => TurnAttachment): TurnInput {
  const line = (before: HistoryLine): HistoryLine =>
    isWithFiles(before.message) ? new HistoryLine(within(before.message, each)) : before;
  const message = within(input.message, each);
  return { ...input, history: input.history.toReversed().map(line).toReversed(), message };
}

function within(message: TurnMessage, each: (file: TurnAttachment) => TurnAttachment): TurnMessage {
  if (!isWithFiles(message)) return message;
  const { attachments, replyTo } = message;
  return {
    ...message,
    ...(attachments && { attachments: attachments.map(each) }),
    ...(replyTo?.attachments && {
      replyTo: { ...replyTo, attachments: replyTo.attachments.map(each) },
    }),
  };
}
