import type { DiscoveryService, Reflector } from '@nestjs/core';
import { ConnectorRegistry } from './connector-registry.js';

const registryOf = (...accounts: readonly string[]) => {
  const connector = { channel: 'chat', accounts: () => accounts.map((account) => ({ account })) };
  const wrapper = { metatype: class {}, instance: connector };
  const sut = new ConnectorRegistry(
    { getProviders: () => [wrapper] } as unknown as DiscoveryService,
    { get: () => true } as unknown as Reflector,
  );
  sut.onModuleInit();
  return sut;
};

describe('the account of a channel that is not named', () => {
  it.each([
    ['the only one', ['work'], 'work'],
    ['the default one of several, wherever it stands', ['work', 'default'], 'default'],
  ])('is %s', (_, accounts, expected) => {
    expect(registryOf(...accounts).accountNamed('chat', undefined).account).toBe(expected);
  });

  it('is none of several without a default one: a message would come from any', () => {
    expect(() => registryOf('work', 'home').accountNamed('chat', undefined)).toThrow('No such account.');
  });
});
