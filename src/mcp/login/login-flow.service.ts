import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, errorText, isLoopbackHost, newId } from '../../common/index.js';
import { GatehouseConfig, MCP } from '../../config/index.js';
import type { Tx } from '../../persistence/index.js';
import { connecting } from '../connection/connecting.js';
import { McpFailure } from '../connection/mcp-connection.js';
import type { ServerSettings } from '../connection/open-connection.js';
import {
  allScopes,
  attemptPlace,
  type BegunLogin,
  loginOrigin,
  loginPlace,
  type SealedLogin,
  takesLogin,
} from './login.js';
import { LoginKey } from './login-key.js';
import { LoginRepository, type StoredAttempt, type StoredLogin } from './logins.repository.js';
import { Logins } from './logins.service.js';

/** How long a person may take. */
const ATTEMPT_MS = 10 * 60_000;
/** A code is exchanged within this time, or the process has ended meanwhile, ms. */
const EXCHANGE_MS = 60_000;
/** A server, and its authorization server, are waited for so long at the beginning, ms. */
const BEGIN_MS = 25_000;
const STATE_BYTES = 32;
const INTERRUPTED = 'the gateway stopped before it had the tokens';

/** The way back from an authorization server, as its query says. */
export interface LoginAnswer {
  readonly state: string;
  readonly code?: string | undefined;
  /** The authorization server (RFC 9207). */
  readonly iss?: string | undefined;
  readonly error?: string | undefined;
  readonly errorDescription?: string | undefined;
}

export interface StartedLogin {
  readonly id: string;
  /** Where a person logs in. */
  readonly address: string;
  readonly redirectUri: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** The last attempt at a login. */
export interface LoginAttempt {
  readonly id: string;
  readonly status: 'waiting' | 'done' | 'failed';
  readonly problem: string | undefined;
  readonly expiresAt: number;
}

/** The end of an attempt; undefined for an answer that belongs to none. */
export type LoginEnd = { readonly server: string; readonly problem: string | undefined } | undefined;

/** Writes what happened, in the transaction that makes it so. */
type Recorded = (
  tx: Tx,
  login: { readonly server: string; readonly issuer: string; readonly by: string },
) => Promise<void>;

/** Lets a person log in to an MCP server for this gateway, and out again. */
@Injectable()
export class LoginFlow {
  constructor(
    private readonly config: GatehouseConfig,
    private readonly rows: LoginRepository,
    private readonly key: LoginKey,
    private readonly logins: Logins,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins a login, in place of one that waits.
   * @throws McpFailure, NoLoginKey and others, whose messages are for operators
   */
  async begin(
    server: string,
    by: string,
    own: { readonly redirectUri: string; readonly clientMetadataUrl?: string | undefined },
  ): Promise<StartedLogin> {
    const settings = this.settingsOf(server);
    const seal = this.key.seal();
    const { beginLogin, challengeOf } = await connecting();
    const stored = await this.rows.find(server);
    const isOwn = stored?.origin === loginOrigin(settings);
    const challenge = await challengeOf(settings, undefined, AbortSignal.timeout(BEGIN_MS));
    const state = randomBytes(STATE_BYTES).toString('base64url');
    const { address, ...begun } = await beginLogin(settings, {
      ...own,
      state,
      challenge,
      scope: isOwn ? allScopes(stored.scope, stored.missing_scope) : undefined,
    });
    const id = newId('mlg', this.clock.now());
    const expiresAt = this.clock.now() + ATTEMPT_MS;
    await this.rows.insertAttempt({
      server,
      id,
      state_hash: hashOf(state),
      origin: loginOrigin(settings),
      sealed: seal.seal(begun, attemptPlace(id)),
      status: 'waiting',
      problem: null,
      started_by: by,
      expires_at: expiresAt,
    });
    return { id, address, redirectUri: own.redirectUri, expiresAt };
  }

  /** Takes the way back of a person, once. Never throws for faults of the other side. */
  async finish(answer: LoginAnswer, record: Recorded): Promise<LoginEnd> {
    const now = this.clock.now();
    const attempt = await this.rows.takeAttempt(hashOf(answer.state), { now, until: now + EXCHANGE_MS });
    if (!attempt) return undefined;
    const { id, server } = attempt;
    try {
      await this.exchange(attempt, answer, record);
      this.logins.changed(server);
      return { server, problem: undefined };
    } catch (error) {
      const problem = errorText(error);
      await this.rows.failAttempt(id, problem);
      return { server, problem };
    }
  }

  /** The last attempt at a login to a server. */
  async attempt(server: string): Promise<LoginAttempt | undefined> {
    const row = await this.rows.findAttempt(server);
    if (!row) return undefined;
    const { id, status, expires_at: expiresAt } = row;
    const isOver = this.clock.now() >= expiresAt;
    if (status === 'done' || status === 'failed')
      return { id, status, problem: row.problem ?? undefined, expiresAt };
    if (!isOver) return { id, status: 'waiting', problem: undefined, expiresAt };
    const problem = status === 'waiting' ? 'the login was not completed in time' : INTERRUPTED;
    return { id, status: 'failed', problem, expiresAt };
  }

  /**
   * Forgets a login, and tells the authorization server, also that of a server that is not configured any more.
   * @returns undefined when no one has logged in; `problem` when the tokens may still be good there
   */
  async end(server: string, record: Recorded): Promise<{ readonly problem: string | undefined } | undefined> {
    const stored = await this.rows.find(server);
    const end = stored && { server, issuer: stored.issuer, by: stored.logged_in_by };
    await this.rows.delete(server, (tx) => (end ? record(tx, end) : Promise.resolve()));
    this.logins.changed(server);
    if (!stored) return undefined;
    return { problem: await this.revoke(stored) };
  }

  private async exchange(attempt: StoredAttempt, answer: LoginAnswer, record: Recorded): Promise<void> {
    const { id, server, origin, started_by: by } = attempt;
    const seal = this.key.seal();
    const begun = seal.open(attempt.sealed ?? '', attemptPlace(id)) as BegunLogin;
    const { checkIssuer, exchangeCode, LoginRefused } = await connecting();
    checkIssuer(begun, answer.iss);
    const { code, iss, error, errorDescription } = answer;
    if (error !== undefined) throw new LoginRefused(error, errorDescription);
    if (code === undefined) throw new McpFailure('bad-answer', 'the answer has no code');
    if (loginOrigin(this.settingsOf(server)) !== origin)
      throw new McpFailure('refused', `mcp.servers.${server} was changed in the meantime`);
    const now = this.clock.now();
    const tokens = await exchangeCode(begun, { code, iss }, { now });
    const { party } = begun;
    const { issuer } = party.metadata;
    const login: StoredLogin = {
      server,
      origin,
      issuer,
      version: now,
      scope: tokens.scope ?? null,
      sealed: seal.seal({ party, tokens } satisfies SealedLogin, loginPlace(server, origin)),
      missing_scope: null,
      ended_because: null,
      logged_in_at: now,
      logged_in_by: by,
      refresher: null,
      refresher_until: null,
    };
    if (!(await this.rows.complete(id, login, (tx) => record(tx, { server, issuer, by }))))
      throw new McpFailure('refused', 'another login has started since');
  }

  /** @returns the reason why the authorization server may still take the tokens */
  private async revoke({ server, origin, sealed }: StoredLogin): Promise<string | undefined> {
    try {
      const { party, tokens } = this.key.seal().open(sealed, loginPlace(server, origin)) as SealedLogin;
      const { revokeTokens } = await connecting();
      const isTold = await revokeTokens(party, tokens);
      return isTold ? undefined : 'its authorization server does not support revoking tokens';
    } catch (error) {
      return errorText(error);
    }
  }

  /** @throws McpFailure for a server to which no one can log in */
  private settingsOf(server: string): ServerSettings & { readonly url: string } {
    const settings = this.config.get(MCP).servers[server];
    const url = settings?.url;
    if (!settings || url === undefined) throw new McpFailure('refused', NO_ADDRESS);
    if (!takesLogin(settings)) throw new McpFailure('refused', HAS_SECRET);
    if (url.startsWith('http:') && !isLoopbackHost(new URL(url).hostname))
      throw new McpFailure('refused', 'a login needs an https address');
    return settings as ServerSettings & { readonly url: string };
  }
}

const NO_ADDRESS = 'only a server with an address can have a login';
const HAS_SECRET = 'its configuration already has a secret (token, or clientSecret without login)';

const hashOf = (state: string): string => createHash('sha256').update(state).digest('hex');
