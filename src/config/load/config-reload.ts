import { Injectable, Logger } from '@nestjs/common';
import { ConfigInvalidError, ConfigProblem, formatProblems } from '../tree/problem.js';
import { type ConfigText, parseConfigText, readConfigText } from './config-file.js';
import { GatehouseConfig } from './gatehouse-config.js';
import { checkConfigIn } from './load-config.js';

/** Applies the current configuration file; an invalid one changes nothing, and its problems are kept for the status. */
@Injectable()
export class ConfigReload {
  private readonly logger = new Logger('Config');
  private seen: string | undefined;
  private found: readonly ConfigProblem[] = [];

  constructor(private readonly config: GatehouseConfig) {
    this.seen = config.text?.digest;
  }

  /** Problems of the current file; empty when it is the configuration in force. */
  get problems(): readonly ConfigProblem[] {
    return this.found;
  }

  /** Reads the file. An unchanged file has no effect. */
  reload(): void {
    try {
      const text = readConfigText(this.file);
      if (text.digest === this.seen) return;
      this.seen = text.digest;
      this.adopt(this.check(text), text);
    } catch (error) {
      if (!(error instanceof ConfigInvalidError)) throw error;
      this.refuse(error);
    }
  }

  /** Puts a checked configuration in force. @param text the content of the file, so that it is not applied again */
  adopt(next: GatehouseConfig, text: ConfigText): void {
    this.seen = text.digest;
    this.found = [];
    this.config.adopt(next);
    this.logger.log('the configuration was reloaded');
    const waiting = this.config.pendingRestart;
    if (waiting.length > 0) this.logger.warn(`takes effect at the next start: ${waiting.join(', ')}`);
  }

  private get file(): string {
    return this.config.environment.configFile;
  }

  /** A file that is missing or empty for a moment is being edited; it does not reset everything. */
  private check(text: ConfigText): GatehouseConfig {
    const raw = parseConfigText(text, this.file);
    if (text.state !== 'written' && this.config.isFromFile) {
      const problem = 'is missing or empty; write {} to use only defaults';
      throw new ConfigInvalidError([new ConfigProblem(this.file, problem)]);
    }
    return checkConfigIn(this.config.scope, raw);
  }

  private refuse(error: ConfigInvalidError): void {
    const isNews = JSON.stringify(this.found) !== JSON.stringify(error.problems);
    this.found = error.problems;
    if (isNews) this.logger.error(`the previous configuration stays in effect. ${formatProblems(error)}`);
  }
}
