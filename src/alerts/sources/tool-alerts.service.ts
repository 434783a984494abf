import { Injectable } from '@nestjs/common';
import { Clock, filled } from '../../common/index.js';
import { downText, FAULTS, loginNeededText, unfitText, waitingText } from '../../doctor/index.js';
import { type AgentToolCounts, AgentTools } from '../../operator/index.js';
import { Mcp, type ServerView, waitingIn } from '../../mcp/index.js';
import { type Alert, alertOf } from '../alert.js';
import type { AlertSource } from './alert-source.js';

/** A connection that breaks comes back by itself within this time, as a rule. */
const PATIENCE_MS = 60_000;

/** Servers of tools that are down or want a login, tools that wait to be accepted, and tools that a model does not get. */
@Injectable()
export class ToolAlerts implements AlertSource {
  readonly codes = ['mcp-login-needed', 'mcp-server-down', 'mcp-tools-waiting', 'mcp-tools-unfit'] as const;
  readonly readsDatabase = false;

  constructor(
    private readonly mcp: Mcp,
    private readonly agents: AgentTools,
    private readonly clock: Clock,
  ) {}

  async find(): Promise<readonly Alert[]> {
    const counts = await this.agents.counts();
    return [
      ...this.mcp.views().flatMap((server) => [...login(server), ...this.down(server), ...waiting(server)]),
      ...counts.flatMap(unfitOf),
    ];
  }

  /** A server that wants a login is not down besides. */
  private down({ name, state, login }: ServerView): readonly Alert[] {
    if (state?.isUp === true || login?.need !== undefined) return [];
    const since = state?.since ?? null;
    const isDue = state?.isUp === false && this.clock.now() - (since ?? 0) >= PATIENCE_MS;
    const message = downText(name, state?.problem);
    const setting = settingOf(name);
    return [alertOf({ code: 'mcp-server-down', subject: name, message, since, setting, isDue })];
  }
}

const settingOf = (server: string): string => `mcp.servers.${server}`;

const adviceOf = (code: 'mcp-login-needed' | 'mcp-tools-waiting', server: string) => ({
  code,
  subject: server,
  setting: settingOf(server),
  remedy: filled(FAULTS[code].remedy, { server }),
});

/** One alert for all of an agent's. */
function unfitOf({ agent, unfit }: AgentToolCounts): readonly Alert[] {
  const [first] = unfit;
  if (!first) return [];
  const code = 'mcp-tools-unfit';
  const times = unfit.flatMap(({ since }) => since ?? []);
  return [
    alertOf({
      code,
      subject: agent,
      message: unfitText(agent, unfit),
      setting: settingOf(first.server),
      since: times.length > 0 ? Math.min(...times) : null,
      remedy: filled(FAULTS[code].remedy, { agent, server: first.server }),
    }),
  ];
}

function login({ name, login: state }: ServerView): readonly Alert[] {
  if (state?.need === undefined) return [];
  return [alertOf({ ...adviceOf('mcp-login-needed', name), message: loginNeededText(name, state.need) })];
}

function waiting(server: ServerView): readonly Alert[] {
  const count = waitingIn(server);
  if (count === 0) return [];
  const { name } = server;
  return [alertOf({ ...adviceOf('mcp-tools-waiting', name), message: waitingText(name, count) })];
}
