import { Injectable } from '@nestjs/common';
import type { AssistantRuntime, TurnInput, TurnPart } from '../runtime.js';

/** Answers `echo: <text>`: the default, so that a fresh gateway can be tried without a model. */
@Injectable()
export class EchoRuntime implements AssistantRuntime {
  readonly type = 'echo';

  async *run({ message }: TurnInput): AsyncGenerator<TurnPart> {
    yield { kind: 'text', text: `echo: ${message.text}` };
  }
}
