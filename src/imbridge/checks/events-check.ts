import type { Check, Finding } from '../../common/index.js';
import { type FetchedRow, rowsOf } from '../inbound/rows/fetched-rows.js';
import type { WebhookFault } from '../upkeep/self-test.js';
import { lossAt } from '../upkeep/webhook-health.js';
import type { RegistrationView } from '../upkeep/registration-view.js';
import type { BridgeAnswers, BridgeRound } from './bridge-round.js';
import { type CheckedAccount, small, unasked } from './checked-account.js';
import { viewOf } from './webhook-checks.js';

/** For the call of our own webhook, beside the round. */
const SELF_TEST_MS = 2_500;
/** A message that the bridge has had for this long should have been announced, ms. */
const ANNOUNCED_MS = 5_000;

/**
 * Whether the bridge's events arrive: by the events that came, by the bridge's newest message, else by a call of our
 * own webhook.
 */
export const eventsCheck = (account: CheckedAccount, round: BridgeRound): Check => ({
  id: 'events',
  run: async (signal) => {
    const [answers, fault] = await Promise.all([
      round.answers(signal),
      account.webhookHealth.fault({ timeoutMs: SELF_TEST_MS, signal }),
    ]);
    const view = await viewOf(account, answers.webhooks);
    if (!view) return [unasked('whether events arrive')];
    return [await arrivalFinding(account, { view, fault, answers })];
  },
});

interface Seen {
  readonly view: RegistrationView;
  readonly fault: WebhookFault | undefined;
  readonly answers: BridgeAnswers;
}

async function arrivalFinding(account: CheckedAccount, { view, fault, answers }: Seen): Promise<Finding> {
  if (view.faults.some((each) => each === 'missing' || each === 'secret')) return UNREGISTERED;
  if (fault) return faulty(fault);
  const lost = lossAt(originIn(view, account), { path: account.settings.webhookPath });
  const late = await unannounced(account, answers);
  if (late !== undefined)
    return faulty({
      ...lost,
      what: `${lost.what}; the newest message has been waiting for ${timeText(late)}`,
    });
  if (account.webhookHealth.isDoubted) return { ...faulty({ ...lost, what: LOST_ONE }), state: 'warning' };
  return proof(account, view);
}

const LOST_ONE = 'the last message did not arrive through the webhook; the gateway had to fetch it';

const UNREGISTERED: Finding = {
  state: 'unknown',
  message: 'no working webhook is registered',
  remedy: 'See imbridge.webhook first.',
};

/** An address that cannot be called from here may still work from where the bridge is. */
const faulty = ({ kind, what, remedy }: WebhookFault): Finding => ({
  state: kind === 'no-answer' ? 'warning' : 'failed',
  message: small(what),
  setting: 'gateway.publicUrl',
  remedy,
});

function proof({ webhookHealth }: CheckedAccount, { address }: RegistrationView): Finding {
  const { sinceEventMs } = webhookHealth;
  if (sinceEventMs !== undefined)
    return { state: 'ok', message: `events arrive; the last one came ${timeText(sinceEventMs)} ago` };
  if (address !== undefined)
    return { state: 'ok', message: `no event has arrived yet, but the webhook responds at ${address}` };
  return {
    state: 'unknown',
    message: 'no event has arrived yet, and the address at which the bridge calls this gateway is unknown',
    setting: 'gateway.publicUrl',
    remedy: 'Send a message to the Mac, then run the check again.',
  };
}

/**
 * How long the bridge has had its newest message without announcing it, ms; undefined when that has arrived, at any
 * replica. What is no plain message need not have been stored.
 */
async function unannounced(account: CheckedAccount, answers: BridgeAnswers): Promise<number | undefined> {
  const { newest, clockOffsetMs = 0 } = answers;
  if (!account.replayBarrier.isOpen) return undefined;
  const row = newest.ok ? rowsOf(newest).messages[0] : undefined;
  if (row?.createdAt === undefined || row.isFromMe || row.itemType !== 0 || row.isAssociated)
    return undefined;
  // The phone that wrote it has a third clock.
  const age = account.clock.now() + Math.min(0, clockOffsetMs) - row.createdAt;
  const isLate = age > ANNOUNCED_MS && age < account.settings.maxAgeMs;
  return isLate && !(await hasArrived(account, row)) ? age : undefined;
}

async function hasArrived(
  { rows, settings, ...account }: CheckedAccount,
  { rowId }: FetchedRow,
): Promise<boolean> {
  const sink = account.sink();
  if (rows.hasReached(rowId) || !sink) return true;
  const elsewhere = await sink.sequencesBetween(settings.account, rowId - 1, rowId + 1);
  return elsewhere.includes(rowId);
}

const originIn = ({ address }: RegistrationView, { settings }: CheckedAccount): string | undefined =>
  address?.slice(0, -settings.webhookPath.length);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function timeText(ms: number): string {
  if (ms < 2 * MINUTE) return `${Math.round(ms / 1_000)} s`;
  return ms < 2 * HOUR ? `${Math.round(ms / MINUTE)} min` : `${Math.round(ms / HOUR)} h`;
}
