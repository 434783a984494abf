import type { ChannelConnector } from './connector.js';
import type { MessageRef, SenderId, Target } from '../ids.js';
import type { ActionOutcome, Author, FileBytes } from '../outbound.js';
import { hasMethod } from './connector-checks.js';

/*
 * Optional parts of a connector that change messages and groups. Each action is one attempt, must stop on abort and
 * never throws for remote faults. An interface says only that the connector knows how; `capabilities` say whether it
 * can now, for this target.
 */

export interface Reacts {
  react(
    message: MessageRef,
    /** A removal without an emoji removes our last reaction. */
    reaction: { readonly emoji: string; readonly isRemoved: boolean },
    signal: AbortSignal,
  ): Promise<ActionOutcome>;
}

export const reacts = (c: ChannelConnector): c is ChannelConnector & Reacts => hasMethod(c, 'react');

/** The new text of a message, and its author. */
export interface Edit {
  readonly text: string;
  readonly author: Author;
}

export interface EditsMessages {
  edit(message: MessageRef, edit: Edit, signal: AbortSignal): Promise<ActionOutcome>;
}

export const editsMessages = (c: ChannelConnector): c is ChannelConnector & EditsMessages =>
  hasMethod(c, 'edit');

export interface UnsendsMessages {
  unsend(message: MessageRef, signal: AbortSignal): Promise<ActionOutcome>;
}

export const unsendsMessages = (c: ChannelConnector): c is ChannelConnector & UnsendsMessages =>
  hasMethod(c, 'unsend');

export interface ManagesGroups {
  renameGroup(group: Target, name: string, signal: AbortSignal): Promise<ActionOutcome>;
  addParticipant(group: Target, sender: SenderId, signal: AbortSignal): Promise<ActionOutcome>;
  removeParticipant(group: Target, sender: SenderId, signal: AbortSignal): Promise<ActionOutcome>;
  leaveGroup(group: Target, signal: AbortSignal): Promise<ActionOutcome>;
}

export const managesGroups = (c: ChannelConnector): c is ChannelConnector & ManagesGroups =>
  hasMethod(c, 'renameGroup');

/** An image whose type is detected from its bytes. */
export interface Picture {
  readonly content: FileBytes;
  readonly mimeType: string;
}

export interface SetsGroupIcon {
  setGroupIcon(group: Target, picture: Picture, signal: AbortSignal): Promise<ActionOutcome>;
}

export const setsGroupIcon = (c: ChannelConnector): c is ChannelConnector & SetsGroupIcon =>
  hasMethod(c, 'setGroupIcon');
