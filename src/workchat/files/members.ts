import type { ApiUse } from '../directory/api-permissions.js';
import type { DirectoryApi } from '../directory/directory-api.js';
import { DirectoryFailure } from '../directory/directory-failure.js';
import type { Reference } from '../places/references.js';
import { textOf } from '../wire/json.js';
import { isGuid } from '../workchat.id.js';

/** The call that reading the members of a place is. */
export const memberUseOf = ({ kind }: Pick<Reference, 'kind'>): ApiUse =>
  kind === 'channel' ? 'channel-members' : 'chat-members';

export interface MembersParts {
  readonly directory: DirectoryApi;
  /** Directory group of the place's team. @throws DirectoryFailure */
  readonly groupOf: (reference: Reference) => Promise<string>;
}

/** The people in a group chat or channel, by their directory ids; all pages of them. @throws DirectoryFailure */
export async function membersOf(
  { directory, groupOf }: MembersParts,
  reference: Reference,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const conversation = encodeURIComponent(reference.conversation);
  const place =
    reference.kind === 'channel'
      ? `teams/${await groupOf(reference)}/channels/${conversation}`
      : `chats/${conversation}`;
  const people = new Set<string>();
  for await (const { entries } of directory.pages(`${place}/members`, signal))
    for (const { userId } of entries) if (isGuid(textOf(userId) ?? '')) people.add(String(userId));
  // A link that widened where nobody is named would be one for everybody.
  if (people.size === 0) throw new DirectoryFailure('absent', 'the directory names no member');
  return [...people];
}
