import type { Random } from '../../common/random.js';
import type { Clock } from './clock.js';

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789');

/** Creates ids in the platform's formats (workchat-wire 1.1), the same in every run with the same seed. */
export class Ids {
  private lastMessage = 0;

  constructor(
    private readonly random: Random,
    private readonly clock: Clock,
  ) {}

  /** Decimal epoch milliseconds, never the same twice. */
  message(): string {
    this.lastMessage = Math.max(this.clock.now(), this.lastMessage + 1);
    return String(this.lastMessage);
  }

  guid(): string {
    return this.random.guid().toLowerCase();
  }

  /** An id for an event or an invoke. */
  event(): string {
    return `f:${this.guid()}`;
  }

  user(): string {
    return `29:1${this.letters(34)}`;
  }

  personalChat(): string {
    return `a:1${this.letters(29)}`;
  }

  groupChat(): string {
    return `19:${this.guid().replaceAll('-', '')}@thread.v2`;
  }

  channel(): string {
    return `19:${this.letters(44)}@thread.tacv2`;
  }

  /** The old numeric form in `channelData.legacy.replyToId`. */
  legacy(): string {
    return `1:1${this.letters(13)}`;
  }

  /** An opaque id for an attachment, a drive item or a page token. */
  opaque(length = 20): string {
    return this.letters(length);
  }

  private letters(count: number): string {
    return Array.from({ length: count }, () => this.random.pick(LETTERS)).join('');
  }
}
