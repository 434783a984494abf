import { SetMetadata } from '@nestjs/common';

export const REMEMBERS_PEOPLE = 'gatehouse:remembers-people';

/** A provider that remembers something of people in memory. */
export interface ForgetsPeople {
  /**
   * Forgets it, of everybody where that is simpler. Called on every replica when a person is erased, before and after
   * their rows are. @param names the texts that name the person: addresses and conversations
   */
  forgetPeople(names: readonly string[]): void | Promise<void>;
  /** Ends what runs for these events; called on the replica that erases, before their rows are. */
  endAll?(eventIds: ReadonlySet<string>): Promise<void>;
}

/** Marks a provider as {@link ForgetsPeople}. */
export const RemembersPeople = () => SetMetadata(REMEMBERS_PEOPLE, true);

/** Deletes the entries whose keys contain one of these texts. */
export function forgetKeys(map: Map<string, unknown>, names: readonly string[]): void {
  for (const key of map.keys()) if (names.some((name) => key.includes(name))) map.delete(key);
}
