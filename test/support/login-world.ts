import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CORE_SECTIONS, loadConfig, readEnvironment } from '../../src/config/index.js';
import { type LoginAnswer, LoginFlow, Mcp } from '../../src/mcp/index.js';
import { LoginKey } from '../../src/mcp/login/login-key.js';
import { LoginRepository } from '../../src/mcp/login/logins.repository.js';
import { Logins } from '../../src/mcp/login/logins.service.js';
import { AuthorizationServer } from '../../src/mcp/testing/authorization-server.js';
import { HttpMcpServer, toolNamed } from '../../src/mcp/testing/http-server.js';
import { ToolLists } from '../../src/mcp/tools/tool-lists.service.js';
import { ToolPins } from '../../src/mcp/tools/tool-pins.repository.js';
import type { TestDatabase } from './databases.js';
import { FakeClock } from './fake-clock.js';

const REDIRECT_URI = 'http://127.0.0.1:3000/mcp/callback';
const SECRET = 'a secret that all replicas share, of some length';

/** A process that uses one MCP server, `desk`. */
export interface LoginProcess {
  readonly flow: LoginFlow;
  readonly mcp: Mcp;
  readonly logins: Logins;
  readonly rows: LoginRepository;
  readonly key: LoginKey;
}

/** An MCP server, an authorization server, and processes on one database; all end with the test. */
export class LoginWorld {
  readonly clock = new FakeClock();
  private readonly folder = mkdtempSync(join(tmpdir(), 'gatehouse-logins-'));
  private readonly running: Mcp[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly tools: HttpMcpServer,
    readonly authority: AuthorizationServer,
  ) {
    tools.tools = [toolNamed('act')];
    authority.protect(tools);
  }

  static async start(database: TestDatabase): Promise<LoginWorld> {
    return new LoginWorld(database, await HttpMcpServer.start(), await AuthorizationServer.start());
  }

  async stop(): Promise<void> {
    await Promise.all(this.running.map((mcp) => mcp.onApplicationShutdown()));
    await Promise.all([this.tools.stop(), this.authority.stop(), this.database.close()]);
    rmSync(this.folder, { recursive: true });
  }

  process(settings: object = {}, secret = SECRET): LoginProcess {
    const { db } = this.database;
    const desk = { url: this.tools.url, issuer: this.authority.url, ...settings };
    writeFileSync(join(this.folder, 'gatehouse.json'), JSON.stringify({ mcp: { servers: { desk } } }));
    const environment = readEnvironment({
      GATEHOUSE_STATE_DIR: this.folder,
      GATEHOUSE_SECRET_KEY: secret,
    });
    const config = loadConfig(CORE_SECTIONS, environment);
    const [rows, key] = [new LoginRepository(db), new LoginKey(config)];
    const logins = new Logins(config, rows, key, this.clock);
    const lists = new ToolLists(config, new ToolPins(db, this.clock));
    const mcp = new Mcp(config, lists, db, this.clock, logins);
    this.running.push(mcp);
    return { mcp, logins, rows, key, flow: new LoginFlow(config, rows, key, logins, this.clock) };
  }

  begin({ flow }: LoginProcess) {
    return flow.begin('desk', 'token:owner', { redirectUri: REDIRECT_URI });
  }

  /** A person begins a login, says yes, and comes back. */
  async logIn(process: LoginProcess) {
    return this.comeBack(process, await this.authority.agree((await this.begin(process)).address));
  }

  comeBack({ flow }: LoginProcess, back: URL, change: Partial<LoginAnswer> = {}) {
    const { code, state = '', iss, error } = Object.fromEntries(back.searchParams) as Record<string, string>;
    return flow.finish({ state, code, iss, error, ...change }, async () => undefined);
  }

  /** The stored part of logins, as text. */
  async stored(): Promise<string> {
    const db = this.database.db.on();
    const rows = [
      await db.selectFrom('mcp_logins').selectAll().execute(),
      await db.selectFrom('mcp_login_attempts').selectAll().execute(),
    ];
    return JSON.stringify(rows);
  }
}
