import type { GatehouseConfig } from './gatehouse-config.js';
import type { ConfigSection } from './section.js';

/** A section that says at every moment what the newest configuration says. It can be read, not changed. */
export function liveSection<T extends object>(config: GatehouseConfig, section: ConfigSection<T>): T {
  return new Proxy(Object.create(section.type.prototype as object) as T, {
    get: (_target, key) => Reflect.get(config.get(section), key) as unknown,
    has: (_target, key) => Reflect.has(config.get(section), key),
    ownKeys: () => Reflect.ownKeys(config.get(section)),
    getOwnPropertyDescriptor: (_target, key) => Reflect.getOwnPropertyDescriptor(config.get(section), key),
    set: () => false,
    defineProperty: () => false,
    deleteProperty: () => false,
  });
}
