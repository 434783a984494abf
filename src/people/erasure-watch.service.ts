import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { errorText } from '../common/index.js';
import { Database } from '../persistence/index.js';
import { ErasuresRepository } from './erasures.repository.js';
import type { Person } from './person.js';
import { PersonalRows } from './rows/personal-rows.repository.js';

/** How often a replica looks for erasings of others, ms; well within the time that the job lets pass. */
const LOOK_MS = 500;

/** Lets every replica forget in memory whom another one erases: when it begins, and when it has ended. */
@Injectable()
export class ErasureWatch implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('People');
  private known = new Map<string, Person>();
  private looking: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly db: Database,
    private readonly erasures: ErasuresRepository,
    private readonly rows: PersonalRows,
  ) {}

  /** The embedded database has no other replicas. */
  onApplicationBootstrap(): void {
    if (this.db.dialect === 'postgres') this.lookLater();
  }

  async onModuleDestroy(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.looking;
  }

  private lookLater(): void {
    this.timer = setTimeout(() => {
      this.looking = this.look();
    }, LOOK_MS).unref();
  }

  private async look(): Promise<void> {
    try {
      const underWay = await this.erasures.underWay();
      const now = new Map(underWay.flatMap(({ id, person }) => (person ? [[id, person] as const] : [])));
      const changed = [...now, ...this.known].filter(([id]) => !now.has(id) || !this.known.has(id));
      for (const [, person] of changed)
        await this.rows.forget(person.addresses.map(({ senderId }) => senderId));
      this.known = now;
    } catch (error) {
      this.logger.debug(`could not check for people being erased: ${errorText(error)}`);
    }
    if (this.timer) this.lookLater();
  }
}
