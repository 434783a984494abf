import type { Role } from '../common/index.js';

/** An authenticated principal inside our system; what the audit log names. */
export interface Actor {
  /** For instance `token:owner` or `system`; safe to log. */
  readonly id: string;
  readonly role: Role;
}

export const SYSTEM: Actor = { id: 'system', role: 'owner' };
