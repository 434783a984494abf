import type { ActionOutcome, SendFailureCode } from '../../channels/index.js';
import { failureOutcome } from './outcome.js';
import { type BridgeResult, lacksPrivateApi } from './client/result.js';
import type { ServerInfo } from './client/server-info.js';

export const failed = (code: SendFailureCode, detail: string): ActionOutcome => ({
  kind: 'failed',
  code,
  detail,
});

/** The outcome of an action by its answer; a Private API that is gone is looked at again, so that it is not offered. */
export async function actionOutcomeOf(result: BridgeResult, info: ServerInfo): Promise<ActionOutcome> {
  if (result.ok) return { kind: 'done' };
  if (lacksPrivateApi(result.failure)) await info.refresh();
  const { kind, code, detail } = failureOutcome(result.failure);
  return { kind: kind === 'unknown' ? 'unknown' : 'failed', code, detail };
}
