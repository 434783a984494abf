import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, type Row, type Tx } from '../../persistence/index.js';

export type WebhookState = Row<'webhook_states'>;

/** The state of each webhook, besides its configuration. */
@Injectable()
export class WebhookStates {
  private off: ReadonlySet<string> = new Set();
  private failing: ReadonlySet<string> = new Set();

  constructor(private readonly db: Database) {}

  /** Whether its receiver had it switched off, as of the last {@link all}. */
  isOff(id: string): boolean {
    return this.off.has(id);
  }

  /** Whether the last try failed, as of the last {@link all}. */
  isFailing(id: string): boolean {
    return this.failing.has(id);
  }

  /** By webhook. */
  async all(): Promise<ReadonlyMap<string, WebhookState>> {
    const rows = await this.db.on().selectFrom('webhook_states').selectAll().execute();
    const idsWith = (time: 'off_at' | 'failing_since') =>
      new Set(rows.filter((row) => row[time] !== null).map(({ id }) => id));
    [this.off, this.failing] = [idsWith('off_at'), idsWith('failing_since')];
    return new Map(rows.map((row) => [row.id, row]));
  }

  /**
   * Makes the row of a webhook, or makes it anew where its address is another one by now.
   * @param target digest of the address
   */
  async begin(id: string, target: string): Promise<void> {
    const anew = { target, off_at: null, failures: 0, failing_since: null, retry_at: null };
    await this.db.transaction((tx) =>
      this.db
        .on(tx)
        .insertInto('webhook_states')
        .values({ id, ...anew })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet(anew).where('webhook_states.target', '!=', target),
        )
        .execute(),
    );
  }

  async succeeded(tx: Tx, id: string, at: number): Promise<void> {
    await this.change(tx, id, { failures: 0, failing_since: null, retry_at: null, last_success_at: at });
  }

  /** @param until nothing is sent before; null = other messages may be */
  async failed(
    tx: Tx,
    id: string,
    { reason, at, until }: { readonly reason: string; readonly at: number; readonly until: number | null },
  ): Promise<void> {
    await this.db
      .on(tx)
      .updateTable('webhook_states')
      .set({
        failures: sql<number>`failures + 1`,
        failing_since: sql<number>`coalesce(failing_since, ${at})`,
        ...{ retry_at: until, last_failure_at: at, last_failure: reason },
      })
      .where('id', '=', id)
      .execute();
  }

  async switchOff(tx: Tx, id: string, at: number): Promise<void> {
    await this.change(tx, id, { off_at: at });
  }

  async switchOn(tx: Tx, id: string): Promise<void> {
    await this.change(tx, id, { off_at: null, failures: 0, failing_since: null, retry_at: null });
  }

  private async change(tx: Tx, id: string, change: Partial<WebhookState>): Promise<void> {
    await this.db.on(tx).updateTable('webhook_states').set(change).where('id', '=', id).execute();
  }
}
