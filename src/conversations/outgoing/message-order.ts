import type { RemoteMessageId, Target } from '../../channels/index.js';
import type { OutboundFile } from '../../delivery/index.js';
import type { StoredEvent, Utterance } from '../inbox/stored-event.js';
import type { MessageAction } from './actions.js';

/** An action with its target and parameters resolved, no matter whether a tool or an operator asked for it. */
export interface MessageOrder {
  readonly action: MessageAction;
  readonly target: Target;
  readonly messageId?: RemoteMessageId;
  /** Part of that message, from 0. */
  readonly part?: number;
  /** The remaining parameters; their types were checked. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The file itself; the stored step of a tool call contains only its digest. */
  readonly file?: OutboundFile;
}

/** The turn whose assistant orders something. */
export interface OrderingTurn extends Pick<StoredEvent, 'id' | 'sessionKey'> {
  readonly event: AskedAt;
  /** The message it answers; absent when the turn is over, and the message in the transcript. */
  readonly question?: StoredEvent<Utterance>;
}

type AskedAt = Pick<Utterance, 'channel' | 'account' | 'conversation' | 'thread'>;

/** A message that does not exist there has no details. */
export function textOf(input: MessageOrder['input'], name: string): string {
  const value = input[name];
  return typeof value === 'string' ? value : '';
}

/** The conversation's main line: every message there is a post of its own. */
export const withoutThread = ({ thread: _, ...target }: Target): Target => target;
