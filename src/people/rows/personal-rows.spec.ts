import { type DiscoveryService, Reflector } from '@nestjs/core';
import type { AccountCache } from '../../access-control/index.js';
import { RemembersPeople } from '../../common/index.js';
import type { Database } from '../../persistence/index.js';
import type { MessageRows } from './message-rows.repository.js';
import type { OtherRows } from './other-rows.repository.js';
import { PersonalRows } from './personal-rows.repository.js';

@RemembersPeople()
class Memory {
  readonly forgotten: string[] = [];

  async forgetPeople(names: readonly string[]): Promise<void> {
    await Promise.resolve();
    this.forgotten.push(...names);
  }
}

it('what remembers people in memory is told once who is to be forgotten', async () => {
  const memory = new Memory();
  /** Its class says nothing of people. */
  const unmarked = { forgetPeople: () => memory.forgotten.push('never') };
  const providers = [undefined, null, 'a text', unmarked, memory, memory].map((instance) => ({ instance }));
  const sut = new PersonalRows(
    {} as Database,
    {} as MessageRows,
    {} as OtherRows,
    {} as AccountCache,
    { getProviders: () => providers } as unknown as DiscoveryService,
    new Reflector(),
  );
  sut.onModuleInit();
  await sut.forget(['ann', 'chat-ann']);
  expect(memory.forgotten).toEqual(['ann', 'chat-ann']);
});
