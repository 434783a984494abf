import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Draws } from './budgets/draws.service.js';
import { Ledger } from './ledger/ledger.service.js';

/** Ends the count of this process, the ledger first: a call that it does not have yet would stay open, and count twice. */
@Injectable()
export class UsageEnd implements BeforeApplicationShutdown {
  constructor(
    private readonly ledger: Ledger,
    private readonly draws: Draws,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    await this.ledger.end();
    await this.draws.end();
  }
}
