import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type ChannelId, ConnectorRegistry, showsPolls } from '../../../channels/index.js';
import { errorText, type ForgetsPeople, RemembersPeople } from '../../../common/index.js';
import { GatehouseConfig, replaceFile } from '../../../config/index.js';
import type { Tx } from '../../../persistence/index.js';
import type { PollResults } from './polls.repository.js';
import { Polls } from './polls.repository.js';

/** The file shows this many of the newest polls of a channel; the database has all of them. */
const MOST = 1_000;

/**
 * Keeps a file in the state folder that shows polls and votes, for channels that want one (spec 3-workchat "Polls").
 * The file follows the database, which is the record; if a crash comes in between, the next start brings it up to date.
 */
@RemembersPeople()
@Injectable()
export class PollFiles implements ForgetsPeople, OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Polls');
  /** Channels whose file is older than the database; votes that arrive during a write cause one more write. */
  private readonly due = new Set<ChannelId>();
  private writing: Promise<void> | undefined;

  constructor(
    private readonly config: GatehouseConfig,
    private readonly registry: ConnectorRegistry,
    private readonly polls: Polls,
  ) {}

  onApplicationBootstrap(): void {
    for (const { channel } of this.registry.all().filter((each) => each.accounts().length > 0))
      this.writeSoon(channel);
  }

  async onModuleDestroy(): Promise<void> {
    await this.writing;
  }

  /** Call it in the transaction that stores a poll or a vote. */
  changed(tx: Tx, channel: ChannelId): void {
    tx.afterCommit(() => this.writeSoon(channel));
  }

  /** Writes every file that there is, from what the database has now. Each replica has files of its own. */
  async forgetPeople(): Promise<void> {
    for (const { channel } of this.registry.all()) this.writeSoon(channel);
    while (this.writing) await this.writing;
  }

  private writeSoon(channel: ChannelId): void {
    if (this.fileOf(channel) === undefined) return;
    this.due.add(channel);
    this.writing ??= this.writeDue();
  }

  private async writeDue(): Promise<void> {
    for (const channel of this.due) {
      this.due.delete(channel);
      await this.write(channel).catch((error: unknown) =>
        this.logger.warn(`the polls of ${channel} could not be written to their file: ${errorText(error)}`),
      );
    }
    this.writing = undefined;
  }

  private async write(channel: ChannelId): Promise<void> {
    const file = this.fileOf(channel);
    const last = await this.polls.lastOf(channel, MOST);
    if (file === undefined || (last.length === 0 && !existsSync(file))) return;
    const polls = Object.fromEntries(last.reverse().map((poll) => [poll.id, written(poll)]));
    replaceFile(file, `${JSON.stringify({ polls }, undefined, 2)}\n`, () => true);
  }

  private fileOf(channel: ChannelId): string | undefined {
    const connector = this.registry.find(channel);
    if (!connector || !showsPolls(connector)) return undefined;
    return join(this.config.environment.stateDir, connector.pollsFile);
  }
}

/** The format is fixed by DESIGN 7. */
const written = ({ question, options, maxSelections, target, createdAt, votes }: PollResults) => ({
  question,
  options,
  max_selections: maxSelections,
  conversation: target.conversation,
  created_at: new Date(createdAt).toISOString(),
  votes: Object.fromEntries(votes.map(({ senderId, selections }) => [senderId, selections])),
});
