import { Injectable } from '@nestjs/common';
import { Assistant } from '../../assistant/index.js';
import { agentOf, SessionRepository } from '../../conversations/index.js';
import type { ChatCommand, CommandAnswer, CommandCall } from './command.js';

const MODEL_NAME = /^[\w./:@+-]{1,200}$/;

@Injectable()
export class ModelCommand implements ChatCommand {
  readonly name = 'model';
  readonly concerns = 'gateway';
  readonly usage = '/model [name | default]';
  readonly summary = 'show or choose the model of this session';

  constructor(
    private readonly assistant: Assistant,
    private readonly sessions: SessionRepository,
  ) {}

  run({ stored: { sessionKey, session }, rest }: CommandCall): CommandAnswer {
    const { id, model } = this.assistant.describe(agentOf(sessionKey));
    if (model === undefined) return { text: `The agent ${id} has no model to choose.` };
    if (rest === '') return { text: `The model is ${session.model ?? model}.` };
    if (!MODEL_NAME.test(rest)) return { text: 'A model name has no spaces and at most 200 characters.' };
    const chosen = rest.toLowerCase() === 'default' ? null : rest;
    return {
      text: `The model of this session is now ${chosen ?? model}.`,
      write: (tx) => this.sessions.setModel(tx, sessionKey, chosen),
    };
  }
}
