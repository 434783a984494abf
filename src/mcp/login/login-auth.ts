import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { AuthProvider } from '@modelcontextprotocol/client';
import { McpFailure } from '../connection/mcp-connection.js';
import { loginPlace, type SealedLogin } from './login.js';
import { LoginRefused } from './login-fetch.js';
import { type LoginKey, NoLoginKey } from './login-key.js';
import { SealProblem } from './login-seal.js';
import type { LoginRepository, StoredLogin } from './logins.repository.js';
import type { refreshTokens } from './tokens.js';

/** Another process may fetch new tokens after this time, ms: one answer is waited for half as long. */
const LEASE_MS = 30_000;
const LOOK_MS = 200;
/** A 401 does not tell of tokens that were fetched after its call went out, ms. */
const FRESH_MS = 5_000;
/** New tokens that are not stored end the login, because the old ones are worth nothing any more. */
const STORE_TRIES = 10;
const STORE_PAUSE_MS = 1_000;

interface KnownLogin extends SealedLogin {
  readonly row: StoredLogin;
  /** This process has seen its tokens take the place of others until then. */
  readonly freshUntil: number;
}

export interface LoginAuthParts {
  readonly server: string;
  /** Digest of the address and of what this gateway is there. */
  readonly origin: string;
  readonly rows: Pick<LoginRepository, 'find' | 'claim' | 'release' | 'renew' | 'endBecause'>;
  readonly key: Pick<LoginKey, 'seal'>;
  readonly now: () => number;
  readonly refresh: typeof refreshTokens;
}

/**
 * The tokens of a login for the calls of one process. New ones are fetched before the old ones end and after a 401: by
 * one process at a time, because a refresh token that is used twice ends the whole login.
 */
export class LoginAuth implements AuthProvider {
  private readonly refresher = randomUUID();
  private reading: Promise<KnownLogin | undefined> | undefined;
  private renewing: Promise<KnownLogin> | undefined;

  constructor(private readonly parts: LoginAuthParts) {}

  /** Reads the login again before the next call. */
  forget(): void {
    this.reading = undefined;
  }

  /** @returns undefined while no one has logged in @throws McpFailure */
  async token(): Promise<string | undefined> {
    const login = await this.login();
    if (!login) return undefined;
    const { accessToken, refreshAt = Infinity, expiresAt = Infinity } = login.tokens;
    const now = this.parts.now();
    if (now < refreshAt) return accessToken;
    try {
      return (await this.renewed(login)).tokens.accessToken;
    } catch (error) {
      // It is good for a while, in which there is time for another try.
      if (now < expiresAt && !isFinal(error)) return accessToken;
      throw error;
    }
  }

  /** @throws McpFailure when there are no other tokens */
  async onUnauthorized(): Promise<void> {
    const login = await this.login();
    if (!login) throw this.needed(LOGIN_NEEDED);
    if (this.parts.now() >= login.freshUntil) await this.renewed(login);
  }

  private login(): Promise<KnownLogin | undefined> {
    const reading = (this.reading ??= this.read(0));
    reading.catch(() => {
      if (this.reading === reading) this.forget();
    });
    return reading;
  }

  private async read(freshUntil: number): Promise<KnownLogin | undefined> {
    const { server, origin, rows, key } = this.parts;
    const row = await rows.find(server);
    // The tokens of another server that had the name are not for this one.
    if (row?.origin !== origin) return undefined;
    if (row.ended_because !== null) throw this.needed(row.ended_because);
    try {
      const opened = key.seal().open(row.sealed, loginPlace(server, origin));
      return { row, freshUntil, ...(opened as SealedLogin) };
    } catch (error) {
      if (error instanceof SealProblem) throw this.needed(`the login cannot be read: ${error.message}`);
      if (error instanceof NoLoginKey) throw new McpFailure('unreachable', error.message);
      throw error;
    }
  }

  private renewed(login: KnownLogin): Promise<KnownLogin> {
    return (this.renewing ??= this.renew(login).finally(() => (this.renewing = undefined)));
  }

  /** The login after those tokens, from whatever process. */
  private async renew({ row: { version } }: KnownLogin): Promise<KnownLogin> {
    const { rows, now } = this.parts;
    for (;;) {
      const login = await this.read(now() + FRESH_MS);
      if (!login) throw this.needed(LOGIN_NEEDED);
      if (login.row.version !== version) return this.keep(login);
      const { refreshToken } = login.tokens;
      if (refreshToken === undefined) throw await this.ended(login, 'its tokens have expired');
      const isClaimed = await rows.claim(login.row, this.refresher, { now: now(), until: now() + LEASE_MS });
      const fetched = isClaimed ? await this.fetched(login, refreshToken) : undefined;
      if (fetched) return this.keep(fetched);
      await pause(LOOK_MS, undefined, { ref: false });
    }
  }

  /** @returns undefined when another login has taken the place of this one */
  private async fetched(login: KnownLogin, refreshToken: string): Promise<KnownLogin | undefined> {
    const { server, origin, rows, key, now, refresh } = this.parts;
    const { party, row } = login;
    try {
      const tokens = await refresh(party, { refreshToken, scope: row.scope ?? undefined }, { now: now() });
      const sealed = key.seal().seal({ party, tokens }, loginPlace(server, origin));
      const scope = tokens.scope ?? null;
      if (!(await this.stored(() => rows.renew(row, this.refresher, { sealed, scope })))) return undefined;
      const { version } = row;
      return {
        party,
        tokens,
        row: { ...row, sealed, scope, version: version + 1 },
        freshUntil: now() + FRESH_MS,
      };
    } catch (error) {
      if (error instanceof LoginRefused) throw await this.ended(login, error.message);
      await rows.release(row, this.refresher).catch(() => undefined);
      throw error;
    }
  }

  private async stored(write: () => Promise<boolean>): Promise<boolean> {
    for (let tries = 1; ; tries++) {
      try {
        return await write();
      } catch (error) {
        if (tries === STORE_TRIES) throw error;
        await pause(STORE_PAUSE_MS, undefined, { ref: false });
      }
    }
  }

  private keep(login: KnownLogin): KnownLogin {
    this.reading = Promise.resolve(login);
    return login;
  }

  private async ended({ row }: KnownLogin, reason: string): Promise<McpFailure> {
    await this.parts.rows.endBecause(row, reason);
    this.forget();
    return this.needed(reason);
  }

  private needed(reason: string): McpFailure {
    return new McpFailure('unauthorized', `${reason}: \`gatehouse mcp login ${this.parts.server}\``);
  }
}

const LOGIN_NEEDED = 'it needs a login';

const isFinal = (error: unknown): boolean => error instanceof McpFailure && error.kind === 'unauthorized';
