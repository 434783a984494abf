import { Injectable } from '@nestjs/common';
import { type Actor, AuditLog } from '../../access-control/index.js';
import { ConnectorRegistry } from '../../channels/index.js';
import {
  COMMANDS,
  type ConfigOutcome,
  ConfigWriter,
  GatehouseConfig,
  isOpenToChats,
  knownSetting,
  parseTyped,
  type PendingChange,
  setKnown,
  shownIn,
  unsetKnown,
} from '../../config/index.js';
import type { Utterance } from '../../conversations/index.js';
import { type ChatCommand, type CommandAnswer, type CommandCall, problemText } from './command.js';

const NOT_HERE: CommandAnswer = {
  text: 'The configuration is only shown in a direct chat, because not everyone here may see it.',
};
const USAGE: CommandAnswer = {
  text: 'Write /config show, /config get <path>, /config set <path> <value> or /config unset <path>.',
};

/**
 * Shows and changes the part of the configuration that is open to chats (spec 3-workchat, configWrites; `inChats` of
 * each setting): no address, secret, list of people or runtime. It is shown only in direct chats. A change needs both
 * `commands.config` and the channel's permission, is checked first, and is audited under the sender's name.
 */
@Injectable()
export class ConfigCommand implements ChatCommand {
  readonly name = 'config';
  readonly concerns = 'gateway';
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

  /** The settings from the file that a chat may see; all others have their defaults. */
  private shown(): string {
    const lines = this.config.settingsOfFile().flatMap((path) => {
      const value = this.openValueAt(path);
      return value === undefined ? [] : [`${path} = ${JSON.stringify(value)}`];
    });
    return lines.length === 0 ? 'All visible settings have their default values.' : lines.join('\n');
  }

  private valueAt(path: string): string {
    const value = this.openValueAt(path);
    if (isNothing(value) && !isOpenToChats(this.config, path)) return closed(path);
    return `${path} = ${value === undefined ? '(not set)' : JSON.stringify(value)}`;
  }

  private openValueAt(path: string): unknown {
    return shownIn(this.config.inChats(), this.config.scope, path);
  }

  private set(event: Utterance, path: string, typed: string): CommandAnswer {
    const value = parseTyped(knownSetting(this.config.scope, path), typed);
    return this.change(event, path, () => this.writer.plan(setKnown(this.config.scope, path, value)));
  }

  private unset(event: Utterance, path: string): CommandAnswer {
    return this.change(event, path, () => this.writer.plan(unsetKnown(this.config.scope, path)));
  }

  private change(event: Utterance, path: string, plan: () => PendingChange): CommandAnswer {
    if (!this.mayWrite(event)) return { text: 'Changing the configuration from a chat is disabled.' };
    knownSetting(this.config.scope, path);
    if (!isOpenToChats(this.config, path)) return { text: closed(path) };
    const pending = plan();
    const changed = pending.changed.join(', ');
    if (changed === '') return { text: 'Already set to that value.' };
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
          change: pending.masked,
        });
        outcome = pending.commit();
      },
    };
  }

  private mayWrite({ channel, account }: Utterance): boolean {
    return this.config.get(COMMANDS).config && this.registry.account(channel, account).configWrites;
  }
}

/** The effect of a change, in the wording of the command line. */
const outcomeText = ({ changed, needsRestart, overridden }: ConfigOutcome): string =>
  changed
    .map((path) => {
      const over = overridden.find((each) => each.path === path);
      if (over) return `${path}: written, but the environment variable ${over.variable} takes precedence`;
      return needsRestart.includes(path) ? `${path}: takes effect at the next start` : `${path}: changed`;
    })
    .join('\n');

const closed = (path: string): string =>
  `${path} is not open to chats: use the command line or the admin API.`;

/** Whether nothing is left of an object once the settings that are closed to chats are removed. */
const isNothing = (value: unknown): boolean => value === undefined || JSON.stringify(value) === '{}';

const isShown = (verb: string): boolean => verb === 'show' || verb === 'get';
