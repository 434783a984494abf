import { answer, api, type Schemas } from '../../api/client.js';
import { Failure } from '../../api/failure.js';
import { ifMatch } from '../../api/if-match.js';

type UserDto = Schemas['UserDto'];

/** A version of a user, and the tag that says which it is. */
export interface Tagged {
  readonly value: UserDto;
  readonly tag: string | undefined;
}

/** Changes the version that is shown. @throws Failure 412 when there is another meanwhile */
export const changeUser = (
  { value: { id }, tag }: Tagged,
  body: Schemas['UserChangeDto'],
): Promise<UserDto> =>
  answer(api.PATCH('/users/{id}', { params: { path: { id }, header: ifMatch(tag) }, body }));

export const isOutdated = (error: unknown): boolean => error instanceof Failure && error.status === 412;
