export type { Counts, Erasure } from './erasures.repository.js';
export { digestOf, type Person, type PersonAddress } from './person.js';
export { PeopleModule } from './people.module.js';
export { People } from './people.service.js';
export { type LinkedUser, type NamedPerson, PersonFinder } from './person-finder.service.js';
export { PersonSettings } from './person-settings.service.js';
