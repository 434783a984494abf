import { Logger } from '@nestjs/common';
import { errorText, newId } from '../../common/index.js';
import type { Database } from '../database/database.js';
import { type Candidacy, Leadership } from './leadership.js';
import { LeaseRepository } from './lease.repository.js';

/**
 * The duration of a lease and the interval of requests, ms: a dead holder's lease passes on after 13 s at the latest.
 */
const LEASE_TIMINGS = { ttlMs: 10_000, askMs: 2_500 };

interface CandidateParts {
  /**
   * Takes or renews the lease for this duration.
   * @throws when the database is unavailable
   */
  readonly hold: (ttlMs: number) => Promise<boolean>;
  readonly onChange: (isHeld: boolean) => void;
  readonly timings?: typeof LEASE_TIMINGS;
}

/** Requests one lease repeatedly, and tracks its expiry by its own clock. */
export class Candidate {
  private readonly timings: typeof LEASE_TIMINGS;
  private isHeld: boolean | undefined;
  private isRunning = true;
  private ask: NodeJS.Timeout | undefined;
  private end: NodeJS.Timeout | undefined;
  private asking: Promise<void>;

  constructor(private readonly parts: CandidateParts) {
    this.timings = parts.timings ?? LEASE_TIMINGS;
    this.asking = this.renew();
  }

  /** Resolves when the lease is not requested any more; it may still be held. */
  async stop(): Promise<void> {
    this.isRunning = false;
    clearTimeout(this.ask);
    clearTimeout(this.end);
    await this.asking;
  }

  private async renew(): Promise<void> {
    const askedAt = performance.now();
    try {
      const isHeld = await this.parts.hold(this.timings.ttlMs);
      if (isHeld) this.holdUntil(askedAt + this.timings.ttlMs);
      else this.tell(false);
    } catch {
      // The database is unavailable for other processes too, so a held lease is valid until its end.
      if (this.isHeld !== true) this.tell(false);
    }
    if (!this.isRunning) return;
    this.ask = setTimeout(() => {
      this.asking = this.renew();
    }, this.timings.askMs);
  }

  /** Ignores an answer that came too late; the time counts from the request. */
  private holdUntil(end: number): void {
    clearTimeout(this.end);
    const leftMs = end - performance.now();
    if (leftMs > 0 && this.isRunning) this.end = setTimeout(() => this.tell(false), leftMs);
    this.tell(leftMs > 0);
  }

  private tell(isHeld: boolean): void {
    if (!isHeld) clearTimeout(this.end);
    if (!this.isRunning || this.isHeld === isHeld) return;
    this.isHeld = isHeld;
    this.parts.onChange(isHeld);
  }
}

interface Running {
  readonly leaseName: string;
  readonly candidate: Candidate;
}

/** Leadership among replicas on one PostgreSQL: leases in a table. */
export class LeaseLeadership extends Leadership {
  private readonly logger = new Logger('Leadership');
  private readonly leases: LeaseRepository;
  private readonly running = new Set<Running>();

  constructor(
    db: Database,
    private readonly timings?: { readonly ttlMs: number; readonly askMs: number },
  ) {
    super();
    this.leases = new LeaseRepository(db, newId('ldr'));
  }

  override campaign(leaseName: string, onChange: (isHeld: boolean) => void): Candidacy {
    const parts = {
      hold: (ttlMs: number) => this.leases.hold(leaseName, ttlMs),
      onChange: (isHeld: boolean) => {
        this.logger.log(`${isHeld ? 'this' : 'another'} replica holds the lease ${leaseName}`);
        onChange(isHeld);
      },
    };
    const candidate = new Candidate(this.timings ? { ...parts, timings: this.timings } : parts);
    const running = { leaseName, candidate };
    this.running.add(running);
    return { withdraw: () => this.withdraw(running) };
  }

  override async resign(): Promise<void> {
    const all = [...this.running];
    this.running.clear();
    await Promise.all(all.map(({ candidate }) => candidate.stop()));
    if (all.length > 0) await this.letGo(() => this.leases.release());
  }

  private async withdraw(running: Running): Promise<void> {
    if (!this.running.delete(running)) return;
    await running.candidate.stop();
    // A later campaign for the same lease still holds it.
    if ([...this.running].some(({ leaseName }) => leaseName === running.leaseName)) return;
    await this.letGo(() => this.leases.releaseOne(running.leaseName));
  }

  private async letGo(release: () => Promise<void>): Promise<void> {
    await release().catch((error: unknown) => {
      this.logger.warn(
        `a lease could not be released, so other replicas wait until it expires: ${errorText(error)}`,
      );
    });
  }
}
