import { Injectable } from '@nestjs/common';
import { Clock, filled } from '../../common/index.js';
import { downText, FAULTS, waitingText } from '../../doctor/index.js';
import { Mcp, type ServerView, waitingIn } from '../../mcp/index.js';
import { type Alert, alertOf } from '../alert.js';
import type { AlertSource } from './alert-source.js';

/** A connection that breaks comes back by itself within this time, as a rule. */
const PATIENCE_MS = 60_000;

/** Servers of tools that are down, and tools that somebody has to accept. */
@Injectable()
export class ToolAlerts implements AlertSource {
  readonly codes = ['mcp-server-down', 'mcp-tools-waiting'] as const;
  readonly readsDatabase = false;

  constructor(
    private readonly mcp: Mcp,
    private readonly clock: Clock,
  ) {}

  async find(): Promise<readonly Alert[]> {
    return this.mcp.views().flatMap((server) => [...this.down(server), ...waiting(server)]);
  }

  private down({ name, state }: ServerView): readonly Alert[] {
    if (state?.isUp === true) return [];
    const since = state?.since ?? null;
    const isDue = state?.isUp === false && this.clock.now() - (since ?? 0) >= PATIENCE_MS;
    const message = downText(name, state?.problem);
    const setting = settingOf(name);
    return [alertOf({ code: 'mcp-server-down', subject: name, message, since, setting, isDue })];
  }
}

const settingOf = (server: string): string => `mcp.servers.${server}`;

function waiting(server: ServerView): readonly Alert[] {
  const count = waitingIn(server);
  if (count === 0) return [];
  const { name: subject } = server;
  const remedy = filled(FAULTS['mcp-tools-waiting'].remedy, { server: subject });
  const told = { subject, setting: settingOf(subject), remedy };
  return [alertOf({ code: 'mcp-tools-waiting', message: waitingText(subject, count), ...told })];
}
