import { AgentRuntimeConfig } from '../../../config/index.js';
import type { ServiceClient, ServiceReply } from '../../runtimes/service-client.js';
import { parsed } from './json.js';
import type { ListedModel, ModelProbe, ProbeCall, ProbeNote } from './model-probe.js';
import {
  answers,
  type Api,
  busy,
  described,
  elsewhere,
  failed,
  foreign,
  keyRefused,
  noApi,
  notListed,
  unknownName,
  unlistedName,
  well,
} from './probe-notes.js';

const OF_A_KEY = new Set([401, 403]);
/** The answers by which a server speaks of its caller or itself, whatever the call. */
const SAYS_ALL = new Set([401, 402, 403, 429, 502, 503, 504]);
/** How servers say that they have no such call. */
const NO_CALL = new Set([404, 405, 501]);

/** One model at one address. */
export interface ProbedModel {
  readonly probe: ModelProbe;
  /** With the address of its vendor where the operator gave none. */
  readonly runtime: AgentRuntimeConfig;
  readonly api: Api;
  /** The address for people. */
  readonly server: string;
}

/** Asks one server about one model: a call where all is well, two or three where it has to find out why not. */
export class ModelProber {
  constructor(
    private readonly model: ProbedModel,
    private readonly client: ServiceClient,
    private readonly signal: AbortSignal,
  ) {}

  /** @throws the connection's error */
  async request(call: ProbeCall): Promise<ServiceReply> {
    const { method, url, body, headers } = call;
    const custom = { ...headers, ...this.model.runtime.headers };
    return this.client.request({ method, url, body, custom, headers: {} }, this.signal);
  }

  /** The first call: all that is known follows from its reply, and from further ones. */
  get firstCall(): ProbeCall {
    return this.firstCallOf(this.model.runtime);
  }

  /** @throws the connection's error */
  async notesOf(reply: ServiceReply): Promise<readonly ProbeNote[]> {
    const { probe } = this.model;
    if (reply.status === 200) return probe.model ? this.notesOfModel(reply) : this.notesOfList(reply);
    if (this.meaningOf(reply) === 'model' || NO_CALL.has(reply.status))
      return probe.model ? this.notFound(reply) : this.knocked(reply);
    return this.refused(reply);
  }

  private async notesOfModel({ text }: ServiceReply): Promise<readonly ProbeNote[]> {
    const { probe, runtime, server, api } = this.model;
    const facts = probe.model?.read(parsed(text));
    if (!facts) return [foreign(server, api)];
    return [answers(server), ...(await this.keyNotes()), ...described(server, runtime, facts)];
  }

  private async notesOfList({ text }: ServiceReply): Promise<readonly ProbeNote[]> {
    const { probe, runtime, server, api } = this.model;
    const { model = '' } = runtime;
    const known = probe.list.read(parsed(text));
    if (!known) return [foreign(server, api)];
    const found = known.find((each) => probe.isNamed(each, model));
    const notes = found ? described(server, runtime, found) : [unlistedName(server, model, { known })];
    return [answers(server), ...(await this.keyNotes()), ...notes];
  }

  /** The name may be unknown, or the call; a proxy may have the list alone. */
  private async notFound(reply: ServiceReply): Promise<readonly ProbeNote[]> {
    const { probe, runtime, server } = this.model;
    const { model = '' } = runtime;
    const known = await this.list();
    if (!known) return this.knocked(reply);
    const found = known.find((each) => probe.isNamed(each, model));
    const notes = found
      ? described(server, runtime, found)
      : [unknownName(server, model, { known, fetchCommand: probe.fetchCommand })];
    return [answers(server), ...(await this.keyNotes()), ...notes];
  }

  /** The address with `/v1`, or without it, where that tells its models. */
  private async likelyUrl(): Promise<string | undefined> {
    const { runtime, server } = this.model;
    const baseUrl = server.endsWith('/v1') ? server.slice(0, -'/v1'.length) : `${server}/v1`;
    const moved = Object.assign(new AgentRuntimeConfig(), runtime, { baseUrl });
    return (await this.list(moved)) && baseUrl;
  }

  private async list(runtime = this.model.runtime): Promise<readonly ListedModel[] | undefined> {
    const { probe } = this.model;
    const { status, text } = await this.request(probe.list.call(runtime));
    return status === 200 ? probe.list.read(parsed(text)) : undefined;
  }

  /** A server that tells no models is known by how it refuses a turn without a body. */
  private async knocked({ status: ofList }: ServiceReply): Promise<readonly ProbeNote[]> {
    const { probe, runtime, server, api } = this.model;
    const reply = await this.request(probe.knock(runtime));
    if (NO_CALL.has(reply.status))
      return [noApi(server, { ...api, likelyUrl: await this.likelyUrl() }, ofList)];
    if (reply.status < 400) return [foreign(server, api)];
    if (this.meaningOf(reply) !== undefined || SAYS_ALL.has(reply.status)) return this.refused(reply);
    return [answers(server), ...this.keyTaken(), notListed(server)];
  }

  /** A server that tells its models to everybody is shown the key where a turn is asked for; it may want none at all. */
  private async keyNotes(): Promise<readonly ProbeNote[]> {
    const { probe, runtime, server } = this.model;
    if (runtime.apiKey === undefined || probe.isOpen !== true) return this.keyTaken();
    const keyless = Object.assign(new AgentRuntimeConfig(), runtime, { apiKey: undefined });
    const open = await this.request(this.firstCallOf(keyless));
    if (OF_A_KEY.has(open.status)) return this.keyTaken();
    const { status } = await this.request(probe.knock(runtime));
    return OF_A_KEY.has(status) ? [keyRefused(server, status, runtime)] : this.keyTaken();
  }

  private keyTaken(): readonly ProbeNote[] {
    const { runtime, server } = this.model;
    return runtime.apiKey === undefined ? [] : [well('key', `${server} accepts the key`)];
  }

  private refused(reply: ServiceReply): readonly ProbeNote[] {
    const { runtime, server, api } = this.model;
    const { status } = reply;
    const meaning = this.meaningOf(reply);
    if (meaning === 'scope') return [answers(server), mayNotRead(server), notListed(server)];
    if (meaning === 'unpaid' || status === 402)
      return [answers(server), failed('key', 'model-unpaid', `${server} requires payment (${status})`)];
    if (status === 429) return [answers(server), busy(server)];
    if (meaning === 'key' || OF_A_KEY.has(status))
      return isPage(reply) ? [foreign(server, api)] : [answers(server), keyRefused(server, status, runtime)];
    if (status >= 500) return [failed('server', 'model-error', `${server} reports a failure (${status})`)];
    return [status < 400 && status >= 300 ? elsewhere(server, status) : noApi(server, api, status)];
  }

  private meaningOf({ status, text }: ServiceReply) {
    return this.model.probe.refusal?.(status, text);
  }

  private firstCallOf(runtime: AgentRuntimeConfig): ProbeCall {
    const { probe } = this.model;
    return (probe.model ?? probe.list).call(runtime);
  }
}

const mayNotRead = (server: string): ProbeNote =>
  well('key', `${server} accepts the key, but the key may not list models`);

/** A web page, as what stands before a server sends it. */
const isPage = ({ headers }: ServiceReply): boolean => /^text\/html\b/i.test(headers['content-type'] ?? '');
