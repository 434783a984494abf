import {
  BridgeSimulator,
  type ModelRequest,
  ModelSimulator,
  lastUserText,
} from '../../../../simulators/index.js';
import { eventually } from '../../../support/eventually.js';
import type { GatewayProcess } from '../gateway-process.js';
import { Replicas } from '../replicas.js';
import { type ApprovalStore, openApprovalStore } from './approval-store.js';
import { type Order, RecordingServer } from './recording-server.js';

export const REQUESTERS = 40;
export const APPROVERS = ['+12025550901', '+12025550902'] as const;
export const addressOf = (requester: number): string => `+1202555${String(100 + requester).padStart(4, '0')}`;

/** Servers by the name in the configuration; the address of `moving` is that of one server or of another. */
export type ServerName = 'steady' | 'moving' | 'shifting';

/** Changes that operators make while approvals wait. */
export interface Policy {
  /** Requesters whose calls the policy denies. */
  readonly denied: ReadonlySet<number>;
  /** Requesters whom no list names any more. */
  readonly shutOut: ReadonlySet<number>;
  readonly hasMoved: boolean;
}

interface WorldOptions {
  readonly databaseUrl?: string | undefined;
  readonly replicas: number;
  /** Whether requests go to a group of approvers; otherwise to the requester, who may decide alone. */
  readonly hasApprovers: boolean;
}

const ASKED = /please (?<server>\w+) (?<order>\{[^}]*\})/;

/** The model asks for what it is told to ask for, and repeats each notice that it gets later. */
function reply(request: ModelRequest) {
  const text = lastUserText(request);
  const { server, order } = ASKED.exec(text)?.groups ?? {};
  if (server === undefined || order === undefined)
    return `told: ${text.replaceAll(/\s+/g, ' ').slice(0, 800)}`;
  const last = request.messages.at(-1)!;
  if (last.role === 'tool') return `asked: ${JSON.stringify(last.content)}`;
  return { toolCalls: [{ name: `${server}__${RecordingServer.TOOL}`, arguments: order }] };
}

/** Gateways whose tools ask first, with the servers of these tools, and the chats of those who ask and decide. */
export class ChaosWorld {
  readonly replicas: Replicas;
  /** The group in which approvers are asked. */
  readonly group: string;
  store!: ApprovalStore;
  private policy: Policy = { denied: new Set(), shutOut: new Set(), hasMoved: false };
  private version = 0;
  private turn = 0;

  private constructor(
    readonly bridge: BridgeSimulator,
    private readonly model: ModelSimulator,
    readonly servers: Readonly<Record<ServerName | 'moved', RecordingServer>>,
    private readonly options: WorldOptions,
  ) {
    const participants = [...APPROVERS];
    this.group = bridge.createGroup({ participants, name: 'Approvers' }).guid;
    const { databaseUrl, replicas: count } = options;
    const roles = Array<string>(count).fill('all');
    this.replicas = new Replicas({
      ...this.settings,
      roles,
      ...(databaseUrl !== undefined && { databaseUrl }),
    });
  }

  static async start(options: WorldOptions): Promise<ChaosWorld> {
    const bridge = await BridgeSimulator.start({ echoDelayMs: [1, 20], deliveryReceipts: false });
    const model = await ModelSimulator.start({ reply, requestsKept: 50 });
    const [steady, moving, moved, shifting] = await Promise.all(
      Array.from({ length: 4 }, () => RecordingServer.start()),
    );
    const servers = { steady: steady!, moving: moving!, moved: moved!, shifting: shifting! };
    const world = new ChaosWorld(bridge, model, servers, options);
    await world.replicas.start();
    await eventually(() => bridge.webhooks.length === 1, { what: 'the registration of the webhook' });
    world.store = await openApprovalStore(options.databaseUrl, world.replicas.all[0]!.stateDir);
    for (const name of ['steady', 'moving', 'shifting'] as const) await world.hasTool(name);
    return world;
  }

  async dispose(): Promise<void> {
    await this.store.close();
    await this.replicas.dispose();
    const servers = Object.values(this.servers).map((server) => server.stop());
    await Promise.all([this.bridge.stop(), this.model.stop(), ...servers]);
  }

  get hasApprovers(): boolean {
    return this.options.hasApprovers;
  }

  /** Every call that a server got. */
  callsOf(run: string) {
    return Object.entries(this.servers).flatMap(([server, { calls }]) =>
      calls.filter((call) => call.run === run).map(({ at }) => ({ server, at })),
    );
  }

  /** A requester asks for a call. */
  ask(requester: number, server: ServerName, order: Order): Promise<void> {
    return this.say(addressOf(requester), `please ${server} ${JSON.stringify(order)}`);
  }

  /** Sends a message of a person in their chat, or in a group; resolves when a replica has taken it. */
  say(from: string, text: string, chatGuid?: string): Promise<void> {
    const row = this.bridge.receiveUnseen({ from, text, ...(chatGuid !== undefined && { chatGuid }) });
    return this.replicas.deliver(row);
  }

  /** The texts sent in a requester's chat. */
  heardBy(requester: number): readonly string[] {
    return this.sentIn(this.bridge.directChat(addressOf(requester)).guid);
  }

  sentIn(chatGuid: string): readonly string[] {
    return this.bridge.sentMessages(chatGuid).map(({ text }) => text ?? '');
  }

  /** Decides by the API of whichever replica answers. */
  async decide(id: string, decision: 'approve' | 'deny'): Promise<'decided' | 'already'> {
    const outcomes: Readonly<Record<number, 'decided' | 'already'>> = { 200: 'decided', 409: 'already' };
    let outcome: 'decided' | 'already' | undefined;
    const decides = async () => {
      const replica = this.replicas.all[this.turn++ % this.replicas.all.length]!;
      const answer = await replica.admin('POST', `/approvals/${id}/${decision}`, {}).catch(() => undefined);
      if (answer && answer.status < 500) outcome = outcomes[answer.status] ?? fail(answer);
      return outcome !== undefined;
    };
    await eventually(decides, { timeoutMs: 60_000, what: `an answer to ${decision} ${id}` });
    return outcome!;
  }

  /** An owner accepts a server's tool as it is now. */
  async acceptTool(name: ServerName): Promise<void> {
    const accepts = async () => {
      const [replica] = this.replicas.all.filter(({ isRunning }) => isRunning);
      const path = `/mcp/servers/${name}/tools`;
      const listed = await replica?.admin('GET', path).catch(() => undefined);
      const tools = ((listed?.body.items ?? []) as { name: string; digest: string }[]).map(
        ({ name: tool, digest }) => ({ name: tool, digest }),
      );
      if (tools.length === 0) return false;
      const answer = await replica?.admin('POST', `${path}/accept`, { tools }).catch(() => undefined);
      return answer?.status === 200;
    };
    await eventually(accepts, { timeoutMs: 60_000, what: `the tool of ${name} to be accepted` });
  }

  /** Writes a change into the configuration of all replicas. */
  write(change: (policy: Policy) => Partial<Policy>): void {
    this.policy = { ...this.policy, ...change(this.policy) };
    this.version++;
    this.replicas.reconfigure(this.settings);
  }

  /** The same; resolves when each replica that runs has it. */
  async change(change: (policy: Policy) => Partial<Policy>): Promise<void> {
    this.write(change);
    const { version } = this;
    const hasIt = async (replica: GatewayProcess) => {
      const answer = await replica.admin('GET', '/config').catch(() => undefined);
      return answer?.status === 200 && versionIn(answer.body) >= version;
    };
    await this.onAll(hasIt, `version ${version} of the configuration`);
  }

  /** Resolves when every running replica offers a server's tool, or keeps it from the model. */
  async hasTool(name: ServerName, is: 'offered' | 'withheld' = 'offered'): Promise<void> {
    const hasIt = async (replica: GatewayProcess) => {
      const answer = await replica.admin('GET', '/mcp/servers').catch(() => undefined);
      const servers = (answer?.body.items ?? []) as { name: string; tools: number; withheld: number }[];
      const { tools, withheld } = servers.find((each) => each.name === name) ?? { tools: 0, withheld: 0 };
      return (is === 'offered' ? tools : withheld) === 1;
    };
    await this.onAll(hasIt, `the tool of ${name} to be ${is}`);
  }

  private async onAll(isRight: (replica: GatewayProcess) => Promise<boolean>, what: string): Promise<void> {
    const isEverywhere = async () => {
      const running = this.replicas.all.filter(({ isRunning }) => isRunning);
      const answers = await Promise.all(running.map(isRight));
      return answers.length > 0 && answers.every(Boolean);
    };
    await eventually(isEverywhere, { timeoutMs: 60_000, what });
  }

  private get settings() {
    return { bridge: this.bridge, sections: this.sections(), imbridge: this.imbridge() };
  }

  private sections(): object {
    const { steady, moving, moved, shifting } = this.servers;
    const runtime = { type: 'openai-compatible', baseUrl: this.model.baseUrl, model: 'm' };
    const addresses = { steady, moving: this.policy.hasMoved ? moved : moving, shifting };
    const servers = Object.entries(addresses).map(([name, { url }]) => [name, { url }]);
    const denied = [...this.policy.denied].map((requester) => [
      `imbridge:${addressOf(requester)}`,
      { deny: ['mcp'] },
    ]);
    const agent = {
      id: 'main',
      runtime,
      mcp: Object.keys(addresses),
      systemPrompt: `version ${this.version}`,
      toolsBySender: Object.fromEntries(denied) as object,
    };
    return {
      agents: { list: [agent] },
      mcp: { servers: Object.fromEntries(servers) as object },
      approvals: { to: this.options.hasApprovers ? [`imbridge:chat_guid:${this.group}`] : [] },
      messages: { loopBreaker: { rounds: 0 } },
    };
  }

  private imbridge(): object {
    const requesters = Array.from({ length: REQUESTERS }, (_, requester) => requester);
    const letIn = requesters.filter((requester) => !this.policy.shutOut.has(requester)).map(addressOf);
    return {
      dmPolicy: 'allowlist',
      allowFrom: letIn,
      groupPolicy: 'allowlist',
      groupAllowFrom: [...APPROVERS],
      groups: { '*': { requireMention: true } },
    };
  }
}

const versionIn = ({ config }: Record<string, unknown>): number => {
  const { agents } = config as { agents: { list: { systemPrompt?: string }[] } };
  return Number(/\d+/.exec(agents.list[0]?.systemPrompt ?? '')?.[0] ?? -1);
};

const fail = ({ status, body }: { status: number; body: object }): never => {
  throw new Error(`the API answered ${status}: ${JSON.stringify(body)}`);
};
