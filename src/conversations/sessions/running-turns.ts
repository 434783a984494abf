import { Injectable, Logger } from '@nestjs/common';
import { errorText } from '../../common/index.js';
import { SessionRepository } from './session.repository.js';

/** How often a turn that takes long looks whether somebody stopped it through another replica, ms. */
const LOOK_MS = 1_000;

export interface RunningTurn {
  /** Aborted when somebody says `/stop`. */
  readonly signal: AbortSignal;
  end(): void;
}

/** The turns this process is at, so that people can stop them. */
@Injectable()
export class RunningTurns {
  private readonly logger = new Logger('Turn');
  private readonly running = new Map<string, Set<AbortController>>();

  constructor(private readonly sessions: SessionRepository) {}

  /** @param stoppedAt what the session said when the turn began. */
  begin(sessionKey: string, stoppedAt = 0): RunningTurn {
    const abort = new AbortController();
    const turns = this.running.get(sessionKey) ?? new Set();
    this.running.set(sessionKey, turns.add(abort));
    const look = setInterval(() => void this.look(sessionKey, stoppedAt, abort), LOOK_MS);
    const end = () => {
      clearInterval(look);
      turns.delete(abort);
      if (turns.size === 0) this.running.delete(sessionKey);
    };
    return { signal: abort.signal, end };
  }

  /** Stops what this process does in a session; other replicas learn of it by the session's row. */
  stop(sessionKey: string): void {
    for (const abort of this.running.get(sessionKey) ?? []) abort.abort(new Error('stopped by a command'));
  }

  private async look(sessionKey: string, before: number, abort: AbortController): Promise<void> {
    try {
      if (((await this.sessions.stoppedAt(sessionKey)) ?? 0) > before)
        abort.abort(new Error('stopped by a command'));
    } catch (error) {
      this.logger.debug(`could not look whether a turn was stopped: ${errorText(error)}`);
    }
  }
}
