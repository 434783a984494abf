import { firstOf, SourceValue } from '../../source/source-value.js';
import type { PeerChannel } from '../source/people.js';
import { type HermesMapping, placeOf } from './hermes-mapping.js';

/** The file of earlier releases, which counts below the configuration. */
export const LEGACY_FILE = 'gateway.json';
/** The key of the report below which its settings are. */
export const LEGACY = 'gateway_json';

/** The settings of one channel, wherever the peer lets people write them. */
export class Platform {
  /** The blocks of the channel, the strongest first. */
  readonly blocks: readonly SourceValue[];

  constructor(
    private readonly m: HermesMapping,
    readonly channel: PeerChannel,
    /** Whether variables are stronger than the blocks. */
    private readonly isEnvFirst: boolean,
  ) {
    const { root } = m.parts;
    const places = [
      root.at(channel),
      root.at('platforms', channel),
      root.at('gateway', 'platforms', channel),
      root.at('gateway', channel),
      root.at(LEGACY, 'platforms', channel),
    ];
    this.blocks = places.filter((place) => place.isObject);
  }

  private get prefix(): string {
    return this.channel.toUpperCase();
  }

  /** Whether anything is set for it. */
  get isThere(): boolean {
    return this.places.length > 0;
  }

  /** All that is set for it: its blocks and its variables. */
  get places(): readonly SourceValue[] {
    const own = this.m.parts.variables.written.filter(([name]) => name.startsWith(`${this.prefix}_`));
    return [...this.blocks, ...own.map(([name]) => this.m.variable(name))];
  }

  variable(key: string): SourceValue {
    return this.m.variable(`${this.prefix}_${key.toUpperCase()}`);
  }

  /** A key of `extra`, or beside it. */
  extra(key: string): SourceValue {
    const [first = new SourceValue(undefined, ''), ...others] = this.blocks.flatMap((block) => [
      block.at('extra', key),
      block.at(key),
    ]);
    return firstOf(first, ...others);
  }

  /** The value in force; the report says of all others that they have no effect. */
  chosen(key: string): SourceValue {
    const places = this.blocks.flatMap((block) => [block.at('extra', key), block.at(key)]);
    const variable = this.variable(key);
    const all = (this.isEnvFirst ? [variable, ...places] : [...places, variable]).filter(
      ({ isThere }) => isThere,
    );
    const [first, ...weaker] = all;
    for (const { path } of weaker)
      this.m.ledger.notTaken(path, `no effect: ${first === undefined ? '' : placeOf(first)} is stronger`);
    return first ?? new SourceValue(undefined, '');
  }
}
