import { Leadership } from './leadership.js';

/** The embedded database belongs to one process: it holds every office. */
export class SoleLeadership extends Leadership {
  override campaign(_office: string, onChange: (isHeld: boolean) => void): void {
    onChange(true);
  }

  override resign(): Promise<void> {
    return Promise.resolve();
  }
}
