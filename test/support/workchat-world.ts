import type { InboundMessage, RemoteMessageId } from '../../src/channels/index.js';
import { type NewMessage, WorkplaceSimulator } from '../../simulators/index.js';
import { eventually } from './eventually.js';
import { textOf } from './imbridge.js';
import { startWorkchat, workchatAttempt, type WorkchatFixture, type WorkchatOptions } from './workchat.js';

type Contact = ReturnType<WorkplaceSimulator['addContact']>;
export type Place = Contact['chat'];

/** A cloud with a bot in it, and one person with a personal chat, a group and a channel. */
export class WorkchatWorld {
  cloud!: WorkplaceSimulator;
  bot!: WorkchatFixture;
  irene!: Contact;
  group!: Place;
  channel!: Place;

  readonly start = async (): Promise<void> => {
    this.cloud = await WorkplaceSimulator.start();
    this.bot = await startWorkchat(this.cloud);
    this.people();
  };

  /** Fails on faults that the platform would ignore silently. */
  readonly stop = async (): Promise<void> => {
    await this.bot.stop();
    await this.cloud.stop();
    expect(this.cloud.complaints).toEqual([]);
  };

  /** Creates new people and conversations in the same cloud, and clears the received events. */
  readonly people = (): void => {
    const { cloud, bot } = this;
    bot.sink.accepted.length = 0;
    bot.sink.drops.length = 0;
    this.irene = cloud.addContact('Irene Paz');
    const members = [this.irene.user];
    this.group = cloud.world.addGroupChat({ members, hasBot: true, name: 'Crew' });
    const team = cloud.world.addTeam({ name: 'Release', members, hasBot: true });
    this.channel = cloud.world.addChannel(team, { name: 'Work' });
  };

  /** Restarts the bot with other settings, once nothing is on its way to it that the cloud would repeat. */
  async restart(options: WorkchatOptions): Promise<void> {
    await this.cloud.idle();
    await this.bot.stop();
    this.bot = await startWorkchat(this.cloud, options);
  }

  /** A person writes, and the connector accepts it; in groups and channels they mention the bot. */
  async hears(text: string, place = this.irene.chat, more: Partial<NewMessage> = {}) {
    const mentions = place === this.irene.chat ? [] : (['bot'] as const);
    const message = this.cloud.people.write({ from: this.irene.user, in: place, text, mentions, ...more });
    await eventually(() => this.bot.sink.texts.includes(text), { what: text });
    return message;
  }

  /** The message with that text as the connector gave it to the sink; others may have come since. */
  accepted(text: string): InboundMessage {
    const found = this.bot.sink.accepted.find((event) => textOf(event) === text);
    if (!found) throw new Error(`${text} was not accepted`);
    return found as InboundMessage;
  }

  /** As `workchatAttempt`. */
  send(...attempt: Parameters<typeof workchatAttempt>) {
    return this.bot.connector.send(workchatAttempt(...attempt), new AbortController().signal);
  }

  /** The bot's messages as people see them. */
  shown(place: Place): readonly string[] {
    return this.cloud.botMessages(place).map((message) => this.cloud.shown(message));
  }
}

export const refTo = (place: Place, messageId: string) => ({
  target: workchatAttempt(place.id, '').target,
  messageId: messageId as RemoteMessageId,
});
