import type { ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { CurrentActor, CurrentKey } from './current-actor.decorator.js';

class Routes {
  read(@CurrentActor() _actor: unknown, @CurrentKey() _key: unknown): void {
    throw new Error('no one calls it');
  }
}

type Read = (data: undefined, context: ExecutionContext) => unknown;
const found = Reflect.getMetadata(ROUTE_ARGS_METADATA, Routes, 'read') as object;
const parameters = Object.values(found) as readonly { readonly index: number; readonly factory: Read }[];
const [actor, key] = parameters
  .toSorted((a, b) => a.index - b.index)
  .map(
    ({ factory }) =>
      (request: object) =>
        factory(undefined, { switchToHttp: () => ({ getRequest: () => request }) } as ExecutionContext),
  );

it('the actor and the key of a request are those that the guard has found', () => {
  const request = { actor: { id: 'token:x' }, apiKey: { keyId: 'key_1' } };
  expect([actor?.(request), key?.(request)]).toEqual([request.actor, request.apiKey]);
});

it('a route that has neither, because its guard asks for none, fails', () => {
  expect(() => actor?.({})).toThrow('without @Requires');
  expect(() => key?.({})).toThrow('without @RequiresKey');
});
