import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { Grants } from '../../access-control/index.js';
import {
  type AccountSettings,
  type ChannelId,
  ConnectorRegistry,
  senderKeyOf,
} from '../../channels/index.js';
import { errorText } from '../../common/index.js';
import { GatehouseConfig, SESSION } from '../../config/index.js';

export const SHARED_SESSION =
  "several people share one conversation, so the assistant may reveal one person's messages to another";
export const SHARED_SESSION_WARNING = `${SHARED_SESSION}. Fix: \`gatehouse config set session.dmScope per-sender\``;

/** How many grants are read; two people among them are enough to decide. */
const SOME_GRANTS = 100;

/**
 * Warns when people who may not know of each other share a session: at the start, and when a second person gets access.
 */
@Injectable()
export class SharedMainSession implements OnModuleInit, OnApplicationBootstrap {
  private readonly logger = new Logger('Sessions');
  private isWarned = false;

  constructor(
    private readonly config: GatehouseConfig,
    private readonly registry: ConnectorRegistry,
    private readonly grants: Grants,
  ) {}

  onModuleInit(): void {
    this.grants.onAdded(() => void this.look());
    this.config.onChange(() => void this.look());
  }

  onApplicationBootstrap(): Promise<void> {
    return this.look();
  }

  /** Whether more than one person writes to the main session, or may. */
  async isShared(): Promise<boolean> {
    if (this.config.get(SESSION).dmScope !== 'main') return false;
    const accounts = this.registry
      .all()
      .flatMap((connector) =>
        connector.accounts().map((settings) => ({ channel: connector.channel, settings })),
      );
    const open = accounts.filter(({ settings }) => settings.dmPolicy !== 'disabled');
    if (open.some(({ settings }) => settings.dmPolicy === 'open' || settings.allowFrom.anyone)) return true;
    const people = new Set(open.flatMap(({ channel, settings }) => listed(channel, settings)));
    for (const { channel, account, senderId } of await this.grants.list({ limit: SOME_GRANTS }))
      if (open.some((each) => each.channel === channel && each.settings.account === account))
        people.add(personOf(channel, senderKeyOf(senderId)));
    return people.size > 1;
  }

  private async look(): Promise<void> {
    try {
      const isShared = await this.isShared();
      if (isShared && !this.isWarned) this.logger.warn(SHARED_SESSION_WARNING);
      this.isWarned = isShared;
    } catch (error) {
      this.logger.debug(`could not check who shares the main session: ${errorText(error)}`);
    }
  }
}

/** The people that the list names, and the places whose members it admits. */
const listed = (channel: ChannelId, { allowFrom }: AccountSettings): string[] =>
  [...allowFrom.keys].map((key) => personOf(channel, key));

const personOf = (channel: string, key: string): string => `${channel}:${key}`;
