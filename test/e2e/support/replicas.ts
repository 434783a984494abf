import { timeLimit } from '../../../simulators/common/time-limit.js';
import type { MessageRow } from '../../../simulators/index.js';
import { webhookMessage } from '../../../simulators/bridge/messages/wire.js';
import { GatewayProcess } from './gateway-process.js';

export const WEBHOOK_SECRET = 'the-webhook-secret-of-all-replicas';
const TOKEN = 'owner-token-of-all-replicas';
/** A longer call counts as failed, as for any load balancer, ms. */
const CALL_MS = 15_000;

export interface ReplicaOptions {
  /** Absent: SQLite, for one replica. */
  readonly databaseUrl?: string;
  readonly bridge: { readonly url: string; readonly password: string };
  /** One entry per replica. */
  readonly roles: readonly string[];
  /** Further sections of the configuration. */
  readonly sections?: object;
  /** Further settings of the channel. */
  readonly imbridge?: object;
}

/** Several gateways on one database, behind a round-robin sender. */
export class Replicas {
  readonly all: readonly GatewayProcess[];
  /** Calls without a 2xx answer, counted by their outcome. */
  readonly refusals = new Map<string, number>();
  private turn = 0;

  constructor({ databaseUrl, roles, ...options }: ReplicaOptions) {
    const env = {
      GATEHOUSE_ADMIN_TOKEN: TOKEN,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    };
    const config = configOf(options);
    this.all = roles.map((role) => new GatewayProcess(config, { env, args: ['--role', role] }));
  }

  /** Changes the configuration of all, of those that run too. */
  reconfigure(options: Pick<ReplicaOptions, 'bridge' | 'sections' | 'imbridge'>): void {
    for (const each of this.all) each.reconfigure(configOf(options));
  }

  async start(): Promise<void> {
    await Promise.all(this.all.map((each) => each.start()));
  }

  async dispose(): Promise<void> {
    await Promise.all(this.all.map((each) => each.dispose()));
  }

  /**
   * Sends a message to the next replica, and to the following ones until one answers 2xx, as a load balancer with
   * retries does. A chat must await it before sending the next message: order is that of acceptance.
   */
  async deliver(row: MessageRow): Promise<void> {
    for (;;) {
      const replica = this.all[this.turn++ % this.all.length]!;
      const outcome = await this.offer(replica, row);
      if (outcome === '200') return;
      this.refusals.set(outcome, (this.refusals.get(outcome) ?? 0) + 1);
      await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 30));
    }
  }

  /** Sends a message to one replica, once. */
  offer(replica: GatewayProcess, row: MessageRow): Promise<string> {
    return this.post(replica, { type: 'new-message', data: webhookMessage(row, { chats: true }) });
  }

  /** The status as text, or the error of the call. */
  async post(replica: GatewayProcess, body: object): Promise<string> {
    const { knownUrl } = replica;
    if (knownUrl === undefined) return 'not listening';
    const response = fetch(`${knownUrl}/imbridge-webhook?password=${WEBHOOK_SECRET}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeLimit(CALL_MS)),
    });
    return response.then(
      ({ status }) => String(status),
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  }

  /** The status page of any replica that answers. */
  async jobs(): Promise<Record<string, number> | undefined> {
    const replica = this.all.find(({ isRunning, knownUrl }) => isRunning && knownUrl !== undefined);
    const answer = await replica?.admin('GET', '/status').catch(() => undefined);
    return answer?.body.jobs as Record<string, number> | undefined;
  }
}

const configOf = ({
  bridge,
  sections,
  imbridge,
}: Pick<ReplicaOptions, 'bridge' | 'sections' | 'imbridge'>) => ({
  ...sections,
  session: { dmScope: 'per-sender' },
  channels: {
    imbridge: {
      serverUrl: bridge.url,
      password: bridge.password,
      webhookSecret: WEBHOOK_SECRET,
      dmPolicy: 'open',
      ...imbridge,
    },
  },
});
