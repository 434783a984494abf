import { ADMISSIONS } from '../../access-control/index.js';
import { TURN_FAILURES } from '../../assistant/index.js';
import { ACCOUNT_STATES, SEND_FAILURES } from '../../channels/index.js';
import type { Reasons } from '../../common/index.js';
import { DELIVERY_ENDS } from '../../delivery/index.js';
import { LEFT_OUT_REASONS } from '../../turns/index.js';
import { DROP_REASONS } from '../../conversations/index.js';

/** `send`: of deliveries, by services and by the gateway itself; `tool`: of tools that a model is not offered. */
export const REASON_KINDS = ['admission', 'drop', 'turn', 'tool', 'send', 'state'] as const;
export type ReasonKind = (typeof REASON_KINDS)[number];

/** Whether a code says why someone was let in. */
export const isAdmission = (code: string): boolean => Object.hasOwn(ADMISSIONS, code);

/** The core's rows: each stands in the module that has its reason (ADR 0096). */
export const CORE_REASONS: Readonly<Record<ReasonKind, Reasons>> = {
  admission: ADMISSIONS,
  drop: DROP_REASONS,
  turn: TURN_FAILURES,
  tool: LEFT_OUT_REASONS,
  send: { ...SEND_FAILURES, ...DELIVERY_ENDS },
  state: ACCOUNT_STATES,
};
