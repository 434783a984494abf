import { Injectable } from '@nestjs/common';
import { Database, type Row, type Tx } from '../../persistence/index.js';

/** A login as it is stored. */
export type StoredLogin = Row<'mcp_logins'>;
/** The last attempt at a login to a server. */
export type StoredAttempt = Row<'mcp_login_attempts'>;

/** A login as it was read: a change applies to that version only. */
export type LoginVersion = Pick<StoredLogin, 'server' | 'version'>;

/** Stores logins and the attempts at them. */
@Injectable()
export class LoginRepository {
  constructor(private readonly db: Database) {}

  find(server: string): Promise<StoredLogin | undefined> {
    return this.db.on().selectFrom('mcp_logins').selectAll().where('server', '=', server).executeTakeFirst();
  }

  all(): Promise<readonly StoredLogin[]> {
    return this.db.on().selectFrom('mcp_logins').selectAll().orderBy('server').execute();
  }

  /**
   * Stores a login in place of the one before, and ends its attempt.
   * @returns false, with nothing stored, when another attempt has taken the place of that one
   */
  complete(attempt: string, login: StoredLogin, also: (tx: Tx) => Promise<void>): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      if (!(await this.endAttempt(tx, attempt, { status: 'done', problem: null }))) return false;
      const db = this.db.on(tx);
      await db.deleteFrom('mcp_logins').where('server', '=', login.server).execute();
      await db.insertInto('mcp_logins').values(login).execute();
      await also(tx);
      return true;
    });
  }

  async failAttempt(attempt: string, problem: string): Promise<void> {
    await this.db.transaction((tx) => this.endAttempt(tx, attempt, { status: 'failed', problem }));
  }

  /** Deletes a login, and what was begun. */
  async delete(server: string, also: (tx: Tx) => Promise<void>): Promise<void> {
    await this.db.transaction(async (tx) => {
      const db = this.db.on(tx);
      await db.deleteFrom('mcp_logins').where('server', '=', server).execute();
      await db.deleteFrom('mcp_login_attempts').where('server', '=', server).execute();
      await also(tx);
    });
  }

  /** @returns false while another process fetches new tokens, or has fetched them */
  claim(of: LoginVersion, refresher: string, { now, until }: { now: number; until: number }) {
    return this.change(of, (rows) =>
      rows
        .set({ refresher, refresher_until: until })
        .where('ended_because', 'is', null)
        .where((eb) => eb.or([eb('refresher_until', 'is', null), eb('refresher_until', '<=', now)])),
    );
  }

  release(of: LoginVersion, refresher: string): Promise<boolean> {
    return this.change(of, (rows) =>
      rows.set({ refresher: null, refresher_until: null }).where('refresher', '=', refresher),
    );
  }

  /** @returns false when someone has logged in, or logged out, meanwhile */
  renew(of: LoginVersion, refresher: string, change: Pick<StoredLogin, 'sealed' | 'scope'>) {
    const next = { ...change, version: of.version + 1, refresher: null, refresher_until: null };
    return this.change(of, (rows) => rows.set(next).where('refresher', '=', refresher));
  }

  endBecause(of: LoginVersion, reason: string): Promise<boolean> {
    return this.change(of, (rows) =>
      rows.set({ ended_because: reason, refresher: null, refresher_until: null }),
    );
  }

  async noteMissingScope(server: string, scope: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.db
        .on(tx)
        .updateTable('mcp_logins')
        .set({ missing_scope: scope })
        .where('server', '=', server)
        .execute();
    });
  }

  findAttempt(server: string): Promise<StoredAttempt | undefined> {
    return this.db
      .on()
      .selectFrom('mcp_login_attempts')
      .selectAll()
      .where('server', '=', server)
      .executeTakeFirst();
  }

  /** In place of the one before, whose state is worth nothing any more. */
  async insertAttempt(attempt: StoredAttempt): Promise<void> {
    await this.db.transaction(async (tx) => {
      const rows = this.db.on(tx).insertInto('mcp_login_attempts').values(attempt);
      await rows.onConflict((one) => one.column('server').doUpdateSet(attempt)).execute();
    });
  }

  /** Takes an attempt that waits, once. @returns undefined when there is none, or not any more */
  async takeAttempt(stateHash: string, { now, until }: { now: number; until: number }) {
    // Anyone may call with any state: a wrong one must not cost a transaction.
    const known = await this.db
      .on()
      .selectFrom('mcp_login_attempts')
      .select('id')
      .where('state_hash', '=', stateHash)
      .executeTakeFirst();
    if (!known) return undefined;
    return this.db.transaction((tx) =>
      this.db
        .on(tx)
        .updateTable('mcp_login_attempts')
        .set({ status: 'exchanging', expires_at: until })
        .where('state_hash', '=', stateHash)
        .where('status', '=', 'waiting')
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst(),
    );
  }

  private async endAttempt(
    tx: Tx,
    id: string,
    end: Pick<StoredAttempt, 'status' | 'problem'>,
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .on(tx)
      .updateTable('mcp_login_attempts')
      .set({ ...end, sealed: null })
      .where('id', '=', id)
      .where('status', '=', 'exchanging')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  private change(
    { server, version }: LoginVersion,
    how: (rows: UpdatedLogins) => UpdatedLogins,
  ): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const rows = loginsIn(this.db.on(tx)).where('server', '=', server).where('version', '=', version);
      const { numUpdatedRows } = await how(rows).executeTakeFirst();
      return numUpdatedRows > 0n;
    });
  }
}

type UpdatedLogins = ReturnType<typeof loginsIn>;
const loginsIn = (db: ReturnType<Database['on']>) => db.updateTable('mcp_logins');
