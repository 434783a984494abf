import type { Change } from '../channels/index.js';

/** What happened, in words for the assistant; who did it stands beside it. Texts in it are other people's. */
export function describeChange(change: Change): string {
  switch (change.type) {
    case 'reaction':
      return `${change.isRemoved ? 'took back the reaction' : 'reacted with'} ${change.emoji} (message ${change.messageId})`;
    case 'edited':
      return `edited message ${change.messageId}, which now reads: ${change.text}`;
    case 'unsent':
      return `took back message ${change.messageId}`;
    case 'joined':
    case 'left':
      return `${change.type}: ${change.who.map(({ id, name }) => name ?? id).join(', ')}`;
    case 'renamed':
      return `renamed the conversation to: ${change.name}`;
  }
}
