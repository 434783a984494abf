import { Injectable } from '@nestjs/common';
import type { AdapterSettings, BotAdapter } from '../wire/bot-adapter.js';

/** Loads the library of the bot framework when an account connects: it takes longer than all the rest of a start. */
@Injectable()
export class AdapterLoader {
  async load(settings: AdapterSettings): Promise<BotAdapter> {
    const { BotbuilderAdapter } = await import('./botbuilder-adapter.js');
    return new BotbuilderAdapter(settings);
  }
}
