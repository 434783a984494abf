import { Injectable } from '@nestjs/common';
import type { Turn, TurnMessage } from '../../assistant/index.js';
import { ConnectorRegistry } from '../../channels/index.js';
import { agentOf } from '../sessions/session-key.js';
import type { StoredEvent, Utterance } from '../stored-event.js';
import { HistoryService } from './history.service.js';
import { textForModel } from './text-for-model.js';

/** Puts together what the assistant is given for one turn. */
@Injectable()
export class TurnContext {
  constructor(
    private readonly history: HistoryService,
    private readonly registry: ConnectorRegistry,
  ) {}

  async of(stored: StoredEvent<Utterance>): Promise<Turn> {
    const { id, sessionKey, event, alreadySaid, session } = stored;
    const { channel, account, conversation } = event;
    return {
      turnId: id,
      agentId: agentOf(sessionKey),
      sessionKey,
      place: { channel, account, conversation },
      history: await this.history.before(stored),
      message: messageOf(stored),
      alreadySaid,
      ...(session.model === undefined ? {} : { model: session.model }),
    };
  }

  /** Whether answers go out in blocks where this came from. */
  isStreamed({ channel, account }: Utterance): boolean {
    return this.registry.account(channel, account).blockStreaming;
  }
}

function messageOf({ event, receivedAt }: StoredEvent<Utterance>): TurnMessage {
  const { id, name } = event.sender;
  const from = { id, ...(name === undefined ? {} : { name }) };
  return { role: 'user', kind: 'turn', text: textForModel(event), at: receivedAt, from };
}
