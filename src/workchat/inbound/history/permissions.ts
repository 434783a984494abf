import { Logger } from '@nestjs/common';
import type { Clock } from '../../../common/index.js';
import { neededFor } from '../../service/directory/api-permissions.js';
import { DirectoryFailure } from '../../service/directory/directory-failure.js';
import type { MessageList } from '../../service/directory/message-paths.js';
import { ExpiringMap } from '../../service/references/expiring-map.js';
import type { Reference } from '../../service/references/references.js';

/** How long a refusal is remembered, ms; a permission may be granted while the gateway runs. */
const BELIEVED_MS = 900_000;
const MAX_PLACES = 5_000;

/**
 * Remembers where the app may not read messages. Only a refused call shows that a permission is missing, which is
 * logged once (wire 5.6).
 */
export class Permissions {
  private readonly logger = new Logger('Workchat');
  private readonly denied: ExpiringMap<DirectoryFailure>;
  private readonly told = new Set<string>();

  constructor(clock: Clock) {
    this.denied = new ExpiringMap(clock, { most: MAX_PLACES, forMs: BELIEVED_MS });
  }

  /** @throws DirectoryFailure where a permission was recently missing */
  check(reference: Reference): void {
    const denied = this.denied.get(keyOf(reference));
    if (denied) throw denied;
  }

  async noting<T>(reference: Reference, list: MessageList, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (error instanceof DirectoryFailure && error.kind === 'denied')
        this.recordDenial(reference, list, error);
      throw error;
    }
  }

  private recordDenial(reference: Reference, { use }: MessageList, failure: DirectoryFailure): void {
    this.denied.set(keyOf(reference), failure);
    if (this.told.has(reference.kind)) return;
    this.told.add(reference.kind);
    this.logger.warn(
      `the app may not read ${PLACES[reference.kind]}: messages there that did not reach the webhook are missing ` +
        `(${failure.message}; the app needs ${neededFor(use)})`,
    );
  }
}

const PLACES: Readonly<Record<Reference['kind'], string>> = {
  channel: 'messages of a channel',
  group: 'messages of a group chat',
  direct: 'messages of a personal chat',
};

/**
 * Not by team: the channels of a team share their permission, but one kind of permission excludes private channels
 * (wire 5.6).
 */
const keyOf = ({ conversation }: Reference): string => conversation;
