import type { RemoteMessageId, Target } from '../../channels/index.js';
import type { OutboundFile } from '../../delivery/index.js';
import type { MessageAction } from './actions.js';

/** An action with everything it is about found out, whoever asked for it. */
export interface MessageOrder {
  readonly action: MessageAction;
  readonly target: Target;
  readonly messageId?: RemoteMessageId;
  /** Part of that message, from 0. */
  readonly part?: number;
  /** The parameters that are neither of the others; their types were checked. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Stands in a step by its digest. */
  readonly file?: OutboundFile;
}

/** One that is not there is empty. */
export function textOf(input: MessageOrder['input'], name: string): string {
  const value = input[name];
  return typeof value === 'string' ? value : '';
}

/** The conversation's main line: there everything is a post of its own. */
export const withoutThread = ({ thread: _, ...target }: Target): Target => target;
