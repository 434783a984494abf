import type { BridgeSimulatorOptions } from '../bridge/bridge-simulator.js';
import { BridgeSimulator } from '../bridge/bridge-simulator.js';
import type { Answered } from './client.js';
import { call } from './client.js';
import type { Receiver } from './receiver.js';
import { startReceiver } from './receiver.js';

export const ANNE = '+12025550143';
export const BEN = '+12025550178';

export interface BridgeSetup {
  /** For `beforeEach` and `afterEach`. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly sut: BridgeSimulator;
  readonly receiver: Receiver;
  /** Calls `METHOD /path` below `/api/v1` with the right password. */
  readonly api: (request: string, body?: unknown, query?: string) => Promise<Answered>;
  /** Registers the receiver for these events, by default for all. */
  readonly subscribe: (...events: readonly string[]) => Promise<void>;
  /** Types of the webhooks that arrived, in order of arrival. */
  readonly types: () => readonly string[];
  /** Data of the webhooks that arrived. */
  readonly datas: () => readonly Record<string, unknown>[];
}

/** A simulator with fast echoes and a webhook receiver, new after each `start`. */
export function bridgeSetup(options: BridgeSimulatorOptions = {}): BridgeSetup {
  let sut: BridgeSimulator;
  let receiver: Receiver;
  return {
    start: async () => {
      receiver = await startReceiver();
      sut = await BridgeSimulator.start({ echoDelayMs: [0, 2], deliveryReceipts: false, ...options });
    },
    stop: async () => {
      await sut.stop();
      await receiver.close();
    },
    get sut() {
      return sut;
    },
    get receiver() {
      return receiver;
    },
    api: (request, body, query) => call(sut, request, body, query),
    subscribe: async (...events) => {
      await call(sut, 'POST /webhook', { url: receiver.url, events: events.length > 0 ? events : ['*'] });
    },
    types: () => receiver.received.map((each) => each.type),
    datas: () => receiver.received.map((each) => each.data as Record<string, unknown>),
  };
}
