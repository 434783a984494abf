import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type Actor, AuditLog } from '../../access-control/index.js';
import { errorText, GatehouseError, isLoopbackHost } from '../../common/index.js';
import { GATEWAY, GatehouseConfig, MCP } from '../../config/index.js';
import {
  clientDescription,
  type LoginAnswer,
  type LoginAttempt,
  type LoginEnd,
  LoginFlow,
  type StartedLogin,
} from '../../mcp/index.js';

const EVERY_INTERFACE: readonly string[] = ['0.0.0.0', '::'];

/** Where browsers come back to, and where authorization servers read what this gateway is. */
export const LOGIN_PATHS = { callback: '/mcp/callback', client: '/mcp/client.json' } as const;

/** Logins to MCP servers, for operators and their browsers. */
@Injectable()
export class McpLoginService {
  constructor(
    private readonly flow: LoginFlow,
    private readonly audit: AuditLog,
    private readonly config: GatehouseConfig,
    private readonly host: HttpAdapterHost,
  ) {}

  /** @throws GatehouseError NOT_FOUND; CONFLICT when a login is not possible, with the reason */
  async begin(actor: Actor, server: string): Promise<StartedLogin> {
    if (!this.config.get(MCP).servers[server]) throw unknownServer(server);
    const own = { redirectUri: this.origin() + LOGIN_PATHS.callback, clientMetadataUrl: this.clientId() };
    try {
      return await this.flow.begin(server, actor.id, own);
    } catch (error) {
      throw new GatehouseError('CONFLICT', `Cannot log in to ${server} now.`, errorText(error));
    }
  }

  /** @throws GatehouseError NOT_FOUND when there was no attempt */
  async attempt(server: string): Promise<LoginAttempt> {
    const attempt = await this.flow.attempt(server);
    if (attempt) return attempt;
    throw new GatehouseError('NOT_FOUND', 'No login to this server was started.', server);
  }

  /** @throws GatehouseError NOT_FOUND when no one has logged in */
  async end(actor: Actor, server: string): Promise<{ readonly problem: string | undefined }> {
    const ended = await this.flow.end(server, (tx, { issuer }) =>
      this.audit.record(tx, actor, { action: 'mcp.logged-out', subject: server, details: { issuer } }),
    );
    if (ended) return ended;
    throw new GatehouseError('NOT_FOUND', 'Not logged in to this server.', server);
  }

  /** The way back of a browser. The login counts as made by the operator who began it. */
  finish(answer: LoginAnswer): Promise<LoginEnd> {
    return this.flow.finish(answer, (tx, { server, issuer, by }) =>
      this.audit.record(
        tx,
        { id: by, role: 'owner' },
        { action: 'mcp.logged-in', subject: server, details: { issuer } },
      ),
    );
  }

  /** This gateway as authorization servers read it; undefined where they cannot. */
  description() {
    const id = this.clientId();
    if (id === undefined) return undefined;
    return { client_id: id, ...clientDescription(this.origin() + LOGIN_PATHS.callback) };
  }

  private clientId(): string | undefined {
    const { publicUrl } = this.config.get(GATEWAY);
    return publicUrl?.startsWith('https:') === true ? this.origin() + LOGIN_PATHS.client : undefined;
  }

  /** @throws GatehouseError CONFLICT when no browser could come back */
  private origin(): string {
    const { publicUrl, host, tls } = this.config.get(GATEWAY);
    if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
    if (!isLoopbackHost(host) && !EVERY_INTERFACE.includes(host))
      throw new GatehouseError(
        'CONFLICT',
        'The browser could not return to this gateway.',
        'set gateway.publicUrl',
      );
    const { port } = (this.host.httpAdapter.getHttpServer() as Server).address() as AddressInfo;
    const address = host === '::1' ? '[::1]' : '127.0.0.1';
    return `${tls.certFile === undefined ? 'http' : 'https'}://${address}:${port}`;
  }
}

export const unknownServer = (server: string): GatehouseError =>
  new GatehouseError('NOT_FOUND', 'No such server.', `mcp.servers has no ${server}`);
