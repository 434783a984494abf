import type { ConnectorState, ConversationRef } from '../../channels/index.js';
import type { Clock } from '../../common/index.js';
import { type Bridge, RecentSends } from '../service/bridge.js';
import { CatchUpRequests } from '../upkeep/catch-up-requests.js';
import { CatchUp } from '../upkeep/catch-up.js';
import { ChatDirectory } from '../service/chats.js';
import { ContactDirectory } from '../service/contacts.js';
import { BridgeClient } from '../service/client/bridge-client.js';
import { PresenceIndicators } from '../service/presence-indicators.js';
import { Cursor } from '../inbound/rows/cursor.js';
import { GapRows } from '../inbound/rows/gap-rows.js';
import { MirroredChats } from '../service/mirrored-chats.js';
import { ReplayBarrier } from '../inbound/replay-barrier.js';
import { GroupActions } from '../outbound/group-actions.js';
import { WebhookEvents, type WebhookEventsListener } from '../inbound/webhook-events.js';
import { RowIngest } from '../inbound/rows/row-ingest.js';
import { MessageActions } from '../outbound/message-actions.js';
import { Monitor, type MonitorTimings } from '../upkeep/monitor.js';
import { Outbound } from '../outbound/outbound.js';
import { Reconciler } from '../outbound/reconciler.js';
import { RowOrder, type RowOrderTimings } from '../service/messages/row-order.js';
import { ServerInfo } from '../service/client/server-info.js';
import { type ImbridgeSettings, requiresMention } from '../settings/settings.js';
import { Targets } from '../outbound/targets.js';
import { Upkeep } from '../upkeep/upkeep.js';
import { WebhookHealth } from '../upkeep/webhook-health.js';
import { WebhookRegistration } from '../upkeep/webhook-registration.js';

export interface AccountDependencies {
  readonly state: ConnectorState;
  readonly clock: Clock;
  /** The origin at which this account's bridge reaches us; see GatewayOrigin. */
  readonly origin: (settings: ImbridgeSettings) => Promise<string | undefined>;
  /** How long the inbox recognizes a repeated message, ms. */
  readonly rememberedMs: () => number;
  readonly timings?: MonitorTimings;
  /** How often a request for a catch-up is polled for, ms. */
  readonly requestPollMs?: number;
  /** See UpkeepParts. */
  readonly refusedForMs?: number;
  readonly rowTimings?: RowOrderTimings;
  /** The delays in ms after which an incomplete message is checked again. */
  readonly recheckAfterMs?: readonly number[];
}

/** The parts of one account. */
export type AccountParts = ReturnType<typeof makeAccountParts>;

/** @param current returns the settings in force; those of the connection never change while the parts are in use */
export function makeAccountParts(current: () => ImbridgeSettings, dependencies: AccountDependencies) {
  const bridge = bridgeOf(current, dependencies);
  const [replayBarrier, rows] = [new ReplayBarrier(), new RowOrder(dependencies.rowTimings)];
  const monitor = new Monitor(bridge.info, dependencies.timings);
  const { rowIngest, upkeep, webhookHealth, registration } = inboundOf(current, dependencies, {
    bridge,
    replayBarrier,
    rows,
    monitor,
  });
  const actions = () => current().actions;
  const { account } = current();
  const gapRows = new GapRows(account, bridge.client, rowIngest, replayBarrier, () => upkeep.missed());
  return {
    bridge,
    replayBarrier,
    rows,
    monitor,
    upkeep,
    rowIngest,
    webhookHealth,
    registration,
    presence: new PresenceIndicators(bridge.client, bridge.info, bridge.chats),
    outbound: new Outbound(current, bridge, rows),
    messages: new MessageActions(actions, bridge, rows),
    groups: new GroupActions(actions, bridge),
    targets: new Targets(bridge.chats, () => current().region),
    reconciler: new Reconciler(bridge),
    webhookEvents: new WebhookEvents(
      account,
      rowIngest,
      { replayBarrier, rows, gapRows },
      listenerOf({ upkeep, monitor, webhookHealth }),
    ),
  };
}

function bridgeOf(current: () => ImbridgeSettings, { state, clock }: AccountDependencies): Bridge {
  const { account, serverUrl, password, webhookSecret, sendTimeoutMs } = current();
  const client = new BridgeClient({ serverUrl, password, secrets: [webhookSecret], sendTimeoutMs });
  const info = new ServerInfo(client, clock);
  const chats = new ChatDirectory(account, state, client, info);
  const contacts = new ContactDirectory(client, () => current().region);
  return { client, info, chats, contacts, recent: new RecentSends(), mirrored: new MirroredChats(), clock };
}

/** The parts that receive messages, and the upkeep that fetches missed ones. */
function inboundOf(
  current: () => ImbridgeSettings,
  { state, clock, origin, rememberedMs, requestPollMs, refusedForMs, recheckAfterMs }: AccountDependencies,
  {
    bridge,
    replayBarrier,
    rows,
    monitor,
  }: { bridge: Bridge; replayBarrier: ReplayBarrier; rows: RowOrder; monitor: Monitor },
) {
  const { account, webhookSecret, maxAgeMs, webhookPath, catchUpIntervalMs } = current();
  const cursor = new Cursor(account, state, clock);
  const needsMention = (group: ConversationRef) => requiresMention(current(), group);
  const lost = () => upkeep.lost();
  const rememberedSince = () => clock.now() + (bridge.client.clockOffsetMs ?? 0) - rememberedMs();
  const ingestOptions = { account, maxAgeMs, rememberedSince, needsMention, lost, recheckAfterMs };
  const rowIngest = new RowIngest(ingestOptions, bridge, cursor);
  const reached = (rowId: number) => rows.reach(rowId);
  const catchUp = new CatchUp({ account, rememberedSince, reached }, bridge.client, rowIngest, cursor);
  const target = { account, path: webhookPath, secret: webhookSecret, origin: () => origin(current()) };
  const registration = new WebhookRegistration(target, bridge.client, state, clock);
  const catchUpRequests = new CatchUpRequests(account, state, requestPollMs);
  const webhookHealth = new WebhookHealth(target, () => monitor.restate());
  const watch = { registration, webhookHealth };
  const upkeep: Upkeep = new Upkeep({
    catchUp,
    ...watch,
    cursor,
    catchUpRequests,
    replayBarrier,
    monitor,
    catchUpIntervalMs,
    refusedForMs,
  });
  return { rowIngest, upkeep, ...watch };
}

const listenerOf = ({
  upkeep,
  monitor,
  webhookHealth,
}: {
  upkeep: Upkeep;
  monitor: Monitor;
  webhookHealth: WebhookHealth;
}): WebhookEventsListener => ({
  hello: () => upkeep.hello(),
  // Checks now rather than after the back-off.
  signOfLife: () => {
    webhookHealth.arrived();
    if (!monitor.isConnected) monitor.lookSoon();
  },
  lost: () => upkeep.lost(),
});
