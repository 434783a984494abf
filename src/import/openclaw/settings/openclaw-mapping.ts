import { Mapping, type Parts } from '../../mapping/mapping.js';
import type { PeerState } from '../source/peer-state.js';
import type { Secrets } from '../source/secrets.js';

interface OpenclawParts extends Parts {
  readonly state: PeerState;
  readonly secrets: Secrets;
  /** The release that wrote the configuration: year, month, day. */
  readonly version?: readonly number[] | undefined;
}

export class OpenclawMapping extends Mapping<OpenclawParts> {
  /** Whether the configuration was written before that release; one without a version is of the oldest form or not. */
  isBefore(...release: readonly [number, number, number]): boolean {
    const { version } = this.parts;
    if (!version) return false;
    const differing = release.findIndex((part, index) => part !== (version[index] ?? 0));
    return differing >= 0 && (version[differing] ?? 0) < (release[differing] ?? 0);
  }
}
