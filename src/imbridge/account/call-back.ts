import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { numberOf, recordOf } from '../../channels/kit/index.js';
import { READ_STATUS_EVENT } from '../inbound/webhook-events.js';
import { BridgeClient } from '../service/client/bridge-client.js';
import type { ImbridgeSettings } from '../settings/settings.js';
import {
  addressOf,
  carries,
  listedWebhooks,
  type ListedWebhook,
  pathOf,
} from '../upkeep/registered-webhooks.js';

/** No person has it: the bridge does not look whether a chat exists before it reports it as read (wire 2.8). */
const NO_CHAT = 'iMessage;-;gatehouse-check';
const LOOK_MS = 250;

/** What the gateway reports of the account (`ImbridgeAccount.probe`). */
export type AccountReport = Readonly<Record<string, unknown>>;

export interface CallBackLimits {
  readonly signal: AbortSignal;
  /** For the registration by the gateway. */
  readonly registrationMs?: number;
  /** For the call. */
  readonly arrivalMs?: number;
}

export interface CallBackOutcome {
  /** Undefined where the bridge cannot be made to call. */
  readonly hasCalled: boolean | undefined;
  readonly text: string;
}

/**
 * Makes the bridge call the running gateway as it does for a message. The bridge has no test event, but it reports a chat
 * as read to every webhook that wants to know, also a chat that does not exist; a second webhook with our address gets
 * that one report, and is deleted again. It needs the Private API. Never throws; ends with the signal.
 * @param report asks the running gateway about the account; undefined while it has none
 */
export async function callBack(
  settings: ImbridgeSettings,
  report: () => Promise<AccountReport | undefined>,
  { signal, registrationMs = 15_000, arrivalMs = 10_000 }: CallBackLimits,
): Promise<CallBackOutcome> {
  const client = new BridgeClient({ ...settings, secrets: [settings.webhookSecret] });
  try {
    let last: AccountReport | undefined;
    await until(
      async () => SETTLED.has((last = await report())?.webhook),
      AbortSignal.any([signal, AbortSignal.timeout(registrationMs)]),
    );
    if (last?.webhook === 'elsewhere') return ELSEWHERE;
    const webhook = IN_PLACE.has(last?.webhook) ? await ownWebhook(client, settings) : undefined;
    if (!webhook) return { hasCalled: false, text: unregisteredText(last) };
    return await provoked(client, webhook, {
      hasCalled: async (sinceMs) => {
        const seconds = numberOf((await report())?.last_event_seconds);
        return seconds !== undefined && seconds * 1_000 <= performance.now() - sinceMs;
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(arrivalMs)]),
    });
  } finally {
    await client.close();
  }
}

/** The states of a registration (`Upkeep.webhookStatus`) in which the bridge has our webhook. */
const IN_PLACE: ReadonlySet<unknown> = new Set(['registered', 'by-hand']);
/** Those that no further attempt changes. */
const SETTLED: ReadonlySet<unknown> = new Set([...IN_PLACE, 'missing', 'elsewhere']);

const ELSEWHERE: CallBackOutcome = {
  hasCalled: undefined,
  text: 'Another replica looks after this account, so its calls were not tested here.',
};

async function ownWebhook(
  client: BridgeClient,
  { webhookPath, webhookSecret }: ImbridgeSettings,
): Promise<ListedWebhook | undefined> {
  const listed = await client.webhooks();
  const rows = listed.ok ? listedWebhooks(listed.data) : [];
  return rows.find((row) => pathOf(row) === webhookPath && carries(row, webhookSecret));
}

function unregisteredText(report: AccountReport | undefined): string {
  const problem = report?.webhookProblem;
  return typeof problem === 'string'
    ? problem
    : 'The gateway has not registered its webhook with the bridge.';
}

interface Arrival {
  readonly hasCalled: (sinceMs: number) => Promise<boolean>;
  readonly signal: AbortSignal;
}

async function provoked(
  client: BridgeClient,
  { url }: ListedWebhook,
  { hasCalled, signal }: Arrival,
): Promise<CallBackOutcome> {
  // Another URL, because the bridge has each only once.
  const checked = `${url}${url.includes('?') ? '&' : '?'}check=${randomBytes(4).toString('hex')}`;
  const created = await client.createWebhook(checked, [READ_STATUS_EVENT]);
  if (!created.ok) return untested(created.failure.detail);
  const id = numberOf(recordOf(created.data)?.id);
  const begun = performance.now();
  try {
    const marked = await client.markRead(NO_CHAT);
    if (!marked.ok) return untested('it needs its Private API for that');
    if (await until(() => hasCalled(begun), signal))
      return { hasCalled: true, text: 'The bridge calls this gateway: its test event has arrived.' };
    return { hasCalled: false, text: lostText(addressOf(url) ?? '') };
  } finally {
    if (id !== undefined) await client.deleteWebhook(id);
  }
}

const untested = (why: string): CallBackOutcome => ({
  hasCalled: undefined,
  text: `The bridge cannot be made to send a test event (${why}), so only a message shows whether its calls arrive.`,
});

const lostText = (address: string): string =>
  'The bridge has sent a test event, but it has not arrived here. ' +
  `On the Mac, \`curl -X POST ${address}\` must reach the gateway: check the firewall of this machine, and gateway.host.`;

/** Whether a condition comes true before the signal aborts. */
async function until(isSo: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    if (await isSo()) return true;
    if (signal.aborted) return false;
    await pause(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
}
