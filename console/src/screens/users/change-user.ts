import { answer, api, type Schemas } from '../../api/client.js';
import { Failure } from '../../api/failure.js';

type UserDto = Schemas['UserDto'];

export interface Tagged {
  readonly value: UserDto;
  /** The tag of the version that is shown, so that nobody's change is overwritten unseen. */
  readonly tag: string | undefined;
}

export const ifMatch = (tag: string | undefined) => (tag === undefined ? {} : { 'If-Match': tag });

/** Changes the version that is shown. @throws Failure 412 when there is another meanwhile */
export const changeUser = (
  { value: { id }, tag }: Tagged,
  body: Schemas['UserChangeDto'],
): Promise<UserDto> =>
  answer(api.PATCH('/users/{id}', { params: { path: { id }, header: ifMatch(tag) }, body }));

export const isOutdated = (error: unknown): boolean => error instanceof Failure && error.status === 412;
