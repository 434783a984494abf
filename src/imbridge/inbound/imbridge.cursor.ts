import type { AccountId, ConnectorState } from '../../channels/index.js';
import type { Clock } from '../../common/index.js';
import { IMBRIDGE } from '../imbridge.id.js';
import { numberOf } from '../client/imbridge.json.js';

const CURSOR = 'cursor';
const FIRST_STARTED_AT = 'firstStartedAt';

export interface CursorPosition {
  /** The highest ROWID up to which everything was handed to the sink; undefined before the first catch-up. */
  readonly rowId?: number;
  /** When this account was connected for the first time, epoch ms: what is older is none of our business. */
  readonly firstStartedAt: number;
}

/** The persistent place in the bridge's message table. Only the catch-up moves it: it alone sees gaps. */
export class Cursor {
  private position: CursorPosition | undefined;
  private loading: Promise<CursorPosition> | undefined;

  /** When this program came, ms: what is written while the state is being read is already ours. */
  private arrivedAt: number | undefined;

  constructor(
    private readonly account: AccountId,
    private readonly state: ConnectorState,
    private readonly clock: Clock,
  ) {}

  /** Reads the state once; the first time ever it writes down when we came. Throws what the state throws. */
  async load(): Promise<CursorPosition> {
    if (this.position) return this.position;
    this.arrivedAt ??= this.clock.now();
    this.loading ??= this.read(this.arrivedAt).finally(() => (this.loading = undefined));
    return this.loading;
  }

  /** Another replica may have moved it: it is read again. */
  forget(): void {
    this.position = undefined;
  }

  /** Resolves when it is durable. */
  async moveTo(rowId: number): Promise<void> {
    const position = await this.load();
    if (position.rowId !== undefined && rowId <= position.rowId) return;
    await this.state.set(IMBRIDGE, this.account, CURSOR, String(rowId));
    this.position = { ...position, rowId };
  }

  private async read(now: number): Promise<CursorPosition> {
    const rowId = numberOf(await this.state.get(IMBRIDGE, this.account, CURSOR));
    const firstStartedAt = await this.firstStart(now);
    this.position = rowId === undefined ? { firstStartedAt } : { rowId, firstStartedAt };
    return this.position;
  }

  private async firstStart(now: number): Promise<number> {
    const stored = numberOf(await this.state.get(IMBRIDGE, this.account, FIRST_STARTED_AT));
    if (stored !== undefined) return stored;
    await this.state.set(IMBRIDGE, this.account, FIRST_STARTED_AT, String(now));
    return now;
  }
}
