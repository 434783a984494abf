import { Logger } from '@nestjs/common';
import { errorText, newId } from '../../common/index.js';
import type { Database } from '../database/database.js';
import { Candidate } from './candidate.js';
import { type Candidacy, Leadership } from './leadership.js';
import { LeaseRepository } from './lease.repository.js';

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
        `a lease could not be released, so other replicas wait for its end: ${errorText(error)}`,
      );
    });
  }
}
