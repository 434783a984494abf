import { type ConnectorState, DEFAULT_ACCOUNT } from '../../channels/index.js';
import { WORKCHAT } from '../ids/id.js';

const KEY = 'heardUpTo';

/** Up to when everything the platform had to tell is with us, epoch ms by our clock; shared by all replicas. */
export class CatchUpCursor {
  constructor(private readonly state: ConnectorState) {}

  /** @returns undefined before the first start: what was said before is none of our business */
  async load(): Promise<number | undefined> {
    const at = Number(await this.state.get(WORKCHAT, DEFAULT_ACCOUNT, KEY));
    return at > 0 ? at : undefined;
  }

  /** Resolves once it is kept. */
  move(at: number): Promise<void> {
    return this.state.set(WORKCHAT, DEFAULT_ACCOUNT, KEY, String(at));
  }
}
