import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { errorText } from '../../common/index.js';
import { GatehouseConfig } from '../../config/index.js';
import { type Candidacy, Leadership } from '../../persistence/index.js';
import { Alerts } from './alerts.service.js';

/** A look reads a dozen rows by index. */
const LOOK_MS = 3_000;
const LEASE = 'alerts';

/** Lets one replica look for alerts again and again; rests where no one is to be told of them. */
@Injectable()
export class AlertWatch implements OnModuleDestroy {
  private readonly logger = new Logger('Alerts');
  private candidacy: Candidacy | undefined;
  private isHeld = false;
  private timer: NodeJS.Timeout | undefined;
  private work: Promise<void> = Promise.resolve();
  /** Those of the last look, which are not logged again. */
  private problems = '';

  constructor(
    private readonly config: GatehouseConfig,
    private readonly leadership: Leadership,
    private readonly alerts: Alerts,
  ) {}

  /** Called once, in a process that runs jobs: only there is known how models and MCP servers are. */
  start(): void {
    this.config.onChange(() => this.follow());
    this.follow();
  }

  async onModuleDestroy(): Promise<void> {
    this.hold(false);
    await this.work;
  }

  private follow(): void {
    if (this.alerts.isWanted)
      this.candidacy ??= this.leadership.campaign(LEASE, (isHeld) => this.hold(isHeld));
    else if (this.candidacy) this.rest(this.candidacy);
  }

  /** The alerts that are open are closed here, because no other replica looks after them either. */
  private rest(candidacy: Candidacy): void {
    this.candidacy = undefined;
    if (this.isHeld) this.workOn(() => this.alerts.closeAll());
    this.hold(false);
    void this.work.then(() => candidacy.withdraw());
  }

  private hold(isHeld: boolean): void {
    this.isHeld = isHeld;
    clearTimeout(this.timer);
    if (isHeld) this.lookLater();
  }

  private lookLater(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.workOn(() => this.alerts.look());
      void this.work.then(() => this.isHeld && this.lookLater());
    }, LOOK_MS).unref();
  }

  /** One after the other. @param work returns its problems, in words */
  private workOn(work: () => Promise<readonly string[]>): void {
    this.work = this.work
      .then(work)
      .catch((error: unknown) => [errorText(error)])
      .then((problems) => this.note(problems.join('; ')));
  }

  private note(problems: string): void {
    if (problems !== '' && problems !== this.problems)
      this.logger.warn(`some notices of alerts could not be sent and will be retried: ${problems}`);
    this.problems = problems;
  }
}
