import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/index.js';
import { GatehouseConfig, MCP } from '../../config/index.js';
import { connecting } from '../connection/connecting.js';
import type { LoginAuth } from './login-auth.js';
import { fitScope, loginOrigin, type LoginSettings, takesLogin } from './login.js';
import { LoginKey } from './login-key.js';
import { LoginRepository } from './logins.repository.js';

/** A login as operators see it. */
export interface LoginView {
  /**
   * Changes when someone logs in, and when someone is needed for it; not with new tokens of the same login, after which a
   * server that refuses all of them would be tried at once, for ever.
   */
  readonly version: string;
  readonly issuer: string;
  readonly scope: string | undefined;
  /** Epoch milliseconds. */
  readonly since: number;
  readonly by: string;
  /** Why someone has to log in again; undefined while the tokens are good. */
  readonly need: string | undefined;
}

/** The logins of people to MCP servers, for this gateway. */
@Injectable()
export class Logins {
  private readonly listeners: ((server: string) => void)[] = [];

  constructor(
    private readonly config: GatehouseConfig,
    private readonly rows: LoginRepository,
    private readonly key: LoginKey,
    private readonly clock: Clock,
  ) {}

  /** Those of the configured servers, by name. Costs no statement when no one can log in to any. */
  async all(): Promise<ReadonlyMap<string, LoginView>> {
    const servers = this.config.get(MCP).servers;
    if (!Object.values(servers).some(takesLogin)) return new Map();
    const stored = await this.rows.all();
    return new Map(
      stored.flatMap((row) => {
        const settings = servers[row.server];
        if (!settings || !takesLogin(settings) || loginOrigin(settings) !== row.origin) return [];
        const need = row.ended_because ?? missingText(row.missing_scope);
        const version = `${row.logged_in_at} ${need ?? ''}`;
        const { issuer, logged_in_at: since, logged_in_by: by } = row;
        return [[row.server, { version, issuer, scope: row.scope ?? undefined, since, by, need }]];
      }),
    );
  }

  /** The tokens for the calls of a server. */
  async authFor(server: string, settings: LoginSettings): Promise<LoginAuth> {
    const { LoginAuth, refreshTokens: refresh } = await connecting();
    const { rows, key } = this;
    const now = () => this.clock.now();
    return new LoginAuth({ server, origin: loginOrigin(settings), rows, key, now, refresh });
  }

  /** Notes a scope that a call lacked, so that the next login asks for it too. */
  async noteMissingScope(server: string, scope: string): Promise<void> {
    if (fitScope(scope) === undefined) return;
    await this.rows.noteMissingScope(server, scope);
    this.changed(server);
  }

  /** Calls `listener` when someone has logged in or out here; other replicas look by themselves. */
  onChange(listener: (server: string) => void): void {
    this.listeners.push(listener);
  }

  changed(server: string): void {
    for (const listener of this.listeners) listener(server);
  }
}

const missingText = (scope: string | null): string | undefined =>
  scope === null ? undefined : `a call lacked the scope ${scope}`;
