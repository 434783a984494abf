import type { Change } from '../channels/index.js';

/**
 * Describes a change in words for the assistant; its author and its message are shown beside it. The description can
 * contain texts that other people wrote.
 * @param isRewritten the transcript already shows the new text of the message
 */
export function describeChange(change: Change, isRewritten = false): string {
  switch (change.type) {
    case 'reaction':
      return `${change.isRemoved ? 'removed the reaction' : 'reacted with'} ${change.emoji}`;
    case 'edited':
      return isRewritten ? 'edited the message' : `edited the message, which now reads: ${change.text}`;
    case 'unsent':
      return 'deleted the message';
    case 'joined':
    case 'left':
      return `${change.type}: ${change.who.map(({ id }) => id).join(', ')}`;
    case 'removed':
      return `removed from the conversation: ${change.who.map(({ id }) => id).join(', ')}`;
    case 'picture':
      return `${change.isRemoved ? 'removed' : 'changed'} the picture of the conversation`;
    case 'shared':
      return `shared ${change.what}`;
    case 'renamed':
      return `renamed the conversation to: ${change.name}`;
  }
}

/**
 * Describes a change made with our own account. People who joined or left were added or removed by our account; they
 * did nothing themselves.
 */
export function describeOwnChange(change: Change): string {
  if (change.type !== 'joined' && change.type !== 'left') return `this account ${describeChange(change)}`;
  const others = change.who.filter(({ isSelf }) => !isSelf).map(({ id }) => id);
  if (others.length === 0) return `this account ${change.type} the conversation`;
  return `this account ${change.type === 'joined' ? 'added' : 'removed'}: ${others.join(', ')}`;
}
