import { Logger } from '@nestjs/common';
import { errorText, newId } from '../../common/index.js';
import type { Database } from '../database.js';
import { Candidate } from './candidate.js';
import { Leadership } from './leadership.js';
import { LeaseRepository } from './lease.repository.js';

/** Offices of replicas on one PostgreSQL: leases in a table. */
export class LeaseLeadership extends Leadership {
  private readonly logger = new Logger('Leadership');
  private readonly leases: LeaseRepository;
  private candidates: Candidate[] = [];

  constructor(
    db: Database,
    private readonly timings?: { readonly ttlMs: number; readonly askMs: number },
  ) {
    super();
    this.leases = new LeaseRepository(db, newId('ldr'));
  }

  override campaign(office: string, onChange: (isHeld: boolean) => void): void {
    const parts = {
      hold: (ttlMs: number) => this.leases.hold(office, ttlMs),
      onChange: (isHeld: boolean) => {
        this.logger.log(`${office} is ${isHeld ? 'ours' : "another's"}`);
        onChange(isHeld);
      },
    };
    this.candidates.push(new Candidate(this.timings ? { ...parts, timings: this.timings } : parts));
  }

  override async resign(): Promise<void> {
    await Promise.all(this.candidates.map((candidate) => candidate.stop()));
    if (this.candidates.length === 0) return;
    this.candidates = [];
    await this.leases.release().catch((error: unknown) => {
      this.logger.warn(`could not resign, the others wait for the end of the lease: ${errorText(error)}`);
    });
  }
}
