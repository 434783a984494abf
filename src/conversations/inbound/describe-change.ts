import type { Change } from '../../channels/index.js';

/**
 * Describes a change in words for the assistant; who did it, and to which message, stands beside it. Texts in it are
 * other people's.
 * @param isRewritten the message itself says by now what it was changed to.
 */
export function describeChange(change: Change, isRewritten = false): string {
  switch (change.type) {
    case 'reaction':
      return `${change.isRemoved ? 'took back the reaction' : 'reacted with'} ${change.emoji}`;
    case 'edited':
      return isRewritten ? 'edited the message' : `edited the message, which now reads: ${change.text}`;
    case 'unsent':
      return 'took back the message';
    case 'joined':
    case 'left':
      return `${change.type}: ${change.who.map(({ id }) => id).join(', ')}`;
    case 'removed':
      return `removed from the conversation: ${change.who.map(({ id }) => id).join(', ')}`;
    case 'picture':
      return `${change.isRemoved ? 'removed' : 'changed'} the picture of the conversation`;
    case 'renamed':
      return `renamed the conversation to: ${change.name}`;
  }
}

/** The same of what was done with our own account; who is put in or out of a group did nothing. */
export function describeOwnChange(change: Change): string {
  if (change.type !== 'joined' && change.type !== 'left') return `this account ${describeChange(change)}`;
  const others = change.who.filter(({ isSelf }) => !isSelf).map(({ id }) => id);
  if (others.length === 0) return `this account ${change.type} the conversation`;
  return `this account ${change.type === 'joined' ? 'added' : 'removed'}: ${others.join(', ')}`;
}
