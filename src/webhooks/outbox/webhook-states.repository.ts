import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { WebhookConfig } from '../../config/index.js';
import { Database, type Row, type Tx } from '../../persistence/index.js';

export type WebhookState = Row<'webhook_states'>;

/** Times are epoch ms. */
interface TryEnd {
  readonly at: number;
  /** A wait that ends later was noted before the clock was set back, and is none. */
  readonly longest: number;
}

/** The wait of a webhook after a try: tries under way end no wait that another one was answered with. */
const laterOf = (until: number | null, { at, longest }: TryEnd) =>
  sql<
    number | null
  >`case when retry_at > ${until ?? at} and retry_at <= ${longest} then retry_at else ${until} end`;

type Addressed = Pick<WebhookConfig, 'id' | 'url'>;

/** By webhook. */
type Targets = ReadonlyMap<string, string>;

/** The address as it is stored: what it ends with may be secret. */
const targetOf = ({ url }: Addressed): string => createHash('sha256').update(url).digest('base64url');

function isAmong(targets: Targets, webhook: Addressed): boolean {
  const target = targets.get(webhook.id);
  return target !== undefined && target === targetOf(webhook);
}

/** The state of each webhook, besides its configuration. */
@Injectable()
export class WebhookStates {
  private off: Targets = new Map();
  private failing: Targets = new Map();

  constructor(private readonly db: Database) {}

  /** Whether its receiver had it switched off, as of the last {@link all}; one at another address by now is not. */
  isOff(webhook: Addressed): boolean {
    return isAmong(this.off, webhook);
  }

  /** Whether the last try at its address failed, as of the last {@link all}. */
  isFailing(webhook: Addressed): boolean {
    return isAmong(this.failing, webhook);
  }

  /** By webhook. */
  async all(): Promise<ReadonlyMap<string, WebhookState>> {
    const rows = await this.db.on().selectFrom('webhook_states').selectAll().execute();
    const targetsWith = (time: 'off_at' | 'failing_since') =>
      new Map(rows.filter((row) => row[time] !== null).map(({ id, target }) => [id, target]));
    [this.off, this.failing] = [targetsWith('off_at'), targetsWith('failing_since')];
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Makes the row of a webhook, or resets it where its address has changed. */
  async begin(webhook: Addressed): Promise<void> {
    const { id } = webhook;
    const target = targetOf(webhook);
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

  /** @returns until when nothing is sent, because another try was answered so meanwhile */
  async succeeded(tx: Tx, id: string, { at, longest }: TryEnd): Promise<number | null> {
    const success = { failures: 0, failing_since: null, last_success_at: at };
    const row = await this.db
      .on(tx)
      .updateTable('webhook_states')
      .set({ ...success, retry_at: laterOf(null, { at, longest }) })
      .where('id', '=', id)
      .returning('retry_at')
      .executeTakeFirst();
    return row?.retry_at ?? null;
  }

  /**
   * @param failure `until`: nothing is sent before; null = other messages may be
   * @returns the same, or until when another try was answered that nothing is sent, if that is later
   */
  async failed(
    tx: Tx,
    id: string,
    { reason, until, at, longest }: TryEnd & { readonly reason: string; readonly until: number | null },
  ): Promise<number | null> {
    const row = await this.db
      .on(tx)
      .updateTable('webhook_states')
      .set({
        failures: sql<number>`failures + 1`,
        failing_since: sql<number>`coalesce(failing_since, ${at})`,
        retry_at: laterOf(until, { at, longest }),
        last_failure_at: at,
        last_failure: reason,
      })
      .where('id', '=', id)
      .returning('retry_at')
      .executeTakeFirst();
    return row ? row.retry_at : until;
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
