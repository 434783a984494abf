import { Injectable } from '@nestjs/common';
import { type Actor, AuditLog } from '../../access-control/index.js';
import { ConnectorRegistry } from '../../channels/index.js';
import {
  COMMANDS,
  type ConfigOutcome,
  ConfigWriter,
  GatehouseConfig,
  knownSetting,
  parseTyped,
  type PendingChange,
  setKnown,
  shownIn,
  unsetKnown,
} from '../../config/index.js';
import type { Utterance } from '../stored-event.js';
import type { ChatCommand, CommandAnswer, CommandCall } from './command.js';
import { problemText } from './problem-text.js';

const NOT_HERE: CommandAnswer = {
  text: 'The configuration is shown in a direct chat only: not everyone here may see it.',
};
const USAGE: CommandAnswer = {
  text: 'Write /config show, /config get <path>, /config set <path> <value> or /config unset <path>.',
};

/**
 * The configuration, from a chat (spec 3-workchat, configWrites). It is shown in direct chats only, with secrets
 * masked; changes need both `commands.config` and the channel's leave, are checked first, and are audited under the
 * sender's name.
 */
@Injectable()
export class ConfigCommand implements ChatCommand {
  readonly name = 'config';
  readonly usage = '/config show | get <path> | set <path> <value> | unset <path>';
  readonly summary = 'read or change the configuration';

  constructor(
    private readonly config: GatehouseConfig,
    private readonly writer: ConfigWriter,
    private readonly registry: ConnectorRegistry,
    private readonly audit: AuditLog,
  ) {}

  run({ stored: { event }, rest }: CommandCall): CommandAnswer {
    const [, typed = 'show', path = '', value = ''] =
      /^(\S+)?(?:\s+(\S+))?(?:\s+([\s\S]+))?$/.exec(rest) ?? [];
    const verb = typed.toLowerCase();
    try {
      if (isShown(verb) && event.conversation.kind !== 'direct') return NOT_HERE;
      if (verb === 'show') return { text: this.shown() };
      if (verb === 'get' && path !== '') return { text: this.valueAt(path) };
      if (verb === 'set' && path !== '' && value !== '') return this.set(event, path, value);
      if (verb === 'unset' && path !== '') return this.unset(event, path);
      return USAGE;
    } catch (error) {
      return { text: problemText(error) };
    }
  }

  /** What the file sets; the rest are defaults. */
  private shown(): string {
    const lines = this.config.settingsOfFile().map((path) => this.valueAt(path));
    return lines.length === 0 ? 'Everything is as by default.' : lines.join('\n');
  }

  private valueAt(path: string): string {
    const value = shownIn(this.config.masked(), this.config.scope, path);
    return `${path} = ${value === undefined ? '(not set)' : JSON.stringify(value)}`;
  }

  private set(event: Utterance, path: string, typed: string): CommandAnswer {
    const value = parseTyped(knownSetting(this.config.scope, path), typed);
    return this.change(event, () => this.writer.plan(setKnown(this.config.scope, path, value)));
  }

  private unset(event: Utterance, path: string): CommandAnswer {
    return this.change(event, () => this.writer.plan(unsetKnown(this.config.scope, path)));
  }

  private change(event: Utterance, plan: () => PendingChange): CommandAnswer {
    if (!this.mayWrite(event)) return { text: 'Changing the configuration from a chat is switched off.' };
    const pending = plan();
    const changed = pending.changed.join(', ');
    if (changed === '') return { text: 'Nothing changed: the configuration says so already.' };
    const actor: Actor = { id: `sender:${event.channel}:${event.sender.id}`, role: 'operator' };
    let outcome: ConfigOutcome | undefined;
    return {
      text: '',
      outcome: () => (outcome ? outcomeText(outcome) : ''),
      write: async (tx) => {
        await this.audit.record(tx, actor, {
          action: 'config.changed',
          subject: 'config',
          details: { changed },
        });
        outcome = pending.commit();
      },
    };
  }

  private mayWrite({ channel, account }: Utterance): boolean {
    return this.config.get(COMMANDS).config && this.registry.account(channel, account).configWrites;
  }
}

/** What a change did, in the words of the command line. */
const outcomeText = ({ changed, needsRestart, overridden }: ConfigOutcome): string =>
  changed
    .map((path) => {
      const over = overridden.find((each) => each.path === path);
      if (over) return `${path}: written, without effect: the environment variable ${over.variable} wins`;
      return needsRestart.includes(path) ? `${path}: takes effect at the next start` : `${path}: changed`;
    })
    .join('\n');

const isShown = (verb: string): boolean => verb === 'show' || verb === 'get';
