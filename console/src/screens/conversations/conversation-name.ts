import type { Schemas } from '../../api/client.js';

type Named = Pick<Schemas['ConversationDto'], 'name' | 'kind' | 'conversation_id'>;

/** Without a name, the address of a direct conversation without the service before it (`iMessage;-;+12025550143`). */
export const nameOf = ({ name, kind, conversation_id: id }: Named): string =>
  name ?? (kind === 'direct' ? id.slice(id.lastIndexOf(';') + 1) : id);
