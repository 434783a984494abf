import { join } from 'node:path';
import SqliteHandle from 'better-sqlite3';
import pg from 'pg';

/** An approval as it is stored; times are epoch ms. */
export interface StoredApproval {
  readonly id: string;
  readonly code: string;
  readonly state: string;
  readonly run: string;
  readonly expiresAt: number;
  readonly decidedAt: number | null;
  readonly decidedBy: string | null;
  readonly endedAt: number | null;
  readonly reason: string | null;
}

/** Approvals in the database, beside the gateways that write them. */
export interface ApprovalStore {
  all(): Promise<readonly StoredApproval[]>;
  close(): Promise<void>;
}

/**
 * The unit of `approvals.expireMinutes` is too long for a run: an argument of the call says when its approval expires, and
 * the database stores it so, in the transaction that asks.
 */
const SHORT_EXPIRY_IN_POSTGRES = `
  create function short_expiry() returns trigger language plpgsql as $$ begin
    new.expires_at := coalesce(new.created_at + (new.input::json ->> 'expires')::bigint, new.expires_at);
    return new;
  end $$;
  create trigger short_expiry before insert on approvals for each row execute function short_expiry()`;
const SHORT_EXPIRY_IN_SQLITE = `
  create trigger short_expiry after insert on approvals when json_extract(new.input, '$.expires') is not null begin
    update approvals set expires_at = created_at + json_extract(new.input, '$.expires') where id = new.id;
  end`;

const COLUMNS = `id, code, state, input, expires_at as "expiresAt", decided_at as "decidedAt", decided_by as "decidedBy",
  ended_at as "endedAt", reason`;
const ALL = `select ${COLUMNS} from approvals order by id`;

/** PostgreSQL's 64-bit numbers arrive as text. */
type Stored = number | string;

interface Row extends Omit<StoredApproval, 'run' | 'expiresAt' | 'decidedAt' | 'endedAt'> {
  readonly input: string;
  readonly expiresAt: Stored;
  readonly decidedAt: Stored | null;
  readonly endedAt: Stored | null;
}

const approvalOf = ({ input, expiresAt, decidedAt, endedAt, ...row }: Row): StoredApproval => ({
  ...row,
  run: (JSON.parse(input) as { run: string }).run,
  expiresAt: Number(expiresAt),
  decidedAt: decidedAt === null ? null : Number(decidedAt),
  endedAt: endedAt === null ? null : Number(endedAt),
});

/** @param databaseUrl undefined for the file in `stateDir` */
export function openApprovalStore(databaseUrl: string | undefined, stateDir: string): Promise<ApprovalStore> {
  return databaseUrl === undefined ? Promise.resolve(inFile(stateDir)) : onServer(databaseUrl);
}

function inFile(stateDir: string): ApprovalStore {
  const handle = new SqliteHandle(join(stateDir, 'gatehouse.db'), { timeout: 10_000 });
  handle.exec(SHORT_EXPIRY_IN_SQLITE);
  const select = handle.prepare(ALL);
  return {
    all: () => Promise.resolve((select.all() as Row[]).map(approvalOf)),
    close: () => Promise.resolve(void handle.close()),
  };
}

async function onServer(connectionString: string): Promise<ApprovalStore> {
  const pool = new pg.Pool({ connectionString, max: 2 });
  await pool.query(SHORT_EXPIRY_IN_POSTGRES);
  return {
    all: async () => (await pool.query<Row>(ALL)).rows.map(approvalOf),
    close: () => pool.end(),
  };
}
