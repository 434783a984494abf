import type { RemoteMessageId, ReplyStyle, Target } from '../channels/index.js';
import type { DeliveryState } from '../delivery/index.js';
import type { MessageAction, PollAction, UncheckedPoll } from '../conversations/index.js';

/** The place of a message, as an operator names it. */
export interface Where {
  readonly channel: string;
  /** Defaults to the only account, or the one called `default`. */
  readonly account?: string | undefined;
  /** In one of the channel's forms (spec 2-imbridge "Delivery targets", 3-workchat "Target formats"). */
  readonly target?: string | undefined;
}

/** A message an operator wants sent. */
export interface MessageRequest extends Where {
  readonly target: string;
  readonly message?: string | undefined;
  readonly card?: Readonly<Record<string, unknown>> | undefined;
  readonly media?: {
    /** The file in base64, instead of a path. */
    readonly buffer?: string | undefined;
    /** Path of a file on the gateway's machine. */
    readonly path?: string | undefined;
    readonly filename?: string | undefined;
    readonly asVoice?: boolean | undefined;
  };
  /** Id of the message it answers, short or full. */
  readonly replyTo?: string | undefined;
  readonly replyStyle?: ReplyStyle | undefined;
}

/** An action that an operator requests. */
export interface ActionRequest extends Where {
  readonly action: Exclude<MessageAction, 'send' | PollAction>;
  /** The action's parameters, named as in the specification: all that it requires, and only those that it takes. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Path of an action's file on the gateway's machine; instead of the file in `input`. */
  readonly path?: string | undefined;
}

/** A poll that an operator requests. */
export type PollRequest = Where & UncheckedPoll;

export interface SentMessages {
  /** In order, never none. */
  readonly deliveryIds: readonly string[];
  /** Whether these are the deliveries of an earlier request with the same key. */
  readonly isReplay: boolean;
}

export interface SentPoll {
  readonly pollId: string;
  readonly deliveryId: string;
  /** Whether this is the poll of an earlier request with the same key. */
  readonly isReplay: boolean;
}

/**
 * The result of an action. For an action that is a message, the state of its delivery, which continues unless it is
 * `sent`.
 */
export interface ActionResult {
  readonly action: string;
  readonly target: Target;
  readonly status: 'done' | Exclude<DeliveryState, 'dead'>;
  /** The message that was sent or changed. */
  readonly messageId?: RemoteMessageId | string | undefined;
  readonly deliveryIds: readonly string[];
  readonly note?: string | undefined;
  /** Whether this is the result of an earlier request with the same key. */
  readonly isReplay: boolean;
}
