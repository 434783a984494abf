import { type Candidacy, Leadership } from './leadership.js';

/** The embedded database belongs to one process: it holds every office. */
export class SoleLeadership extends Leadership {
  override campaign(_office: string, onChange: (isHeld: boolean) => void): Candidacy {
    onChange(true);
    return { withdraw: () => Promise.resolve() };
  }

  override resign(): Promise<void> {
    return Promise.resolve();
  }
}
