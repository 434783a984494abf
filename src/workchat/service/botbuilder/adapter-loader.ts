import { Injectable } from '@nestjs/common';
import type { AdapterSettings, BotAdapter } from '../wire/bot-adapter.js';

/**
 * Loads the library of the bot framework only when an account connects, because that takes longer than the rest of the
 * start.
 */
@Injectable()
export class AdapterLoader {
  async load(settings: AdapterSettings): Promise<BotAdapter> {
    const { BotbuilderAdapter } = await import('./botbuilder-adapter.js');
    return new BotbuilderAdapter(settings);
  }
}
