import type { AssistantRuntime, TurnInput, TurnPart } from '../runtime.js';

/** Answers `echo: <text>`: the default, so that you can try a new gateway without a model. */
export class EchoRuntime implements AssistantRuntime {
  readonly type = 'echo';
  readonly ignoresContext = true;

  async *run({ message: { text, attachments = [] } }: TurnInput): AsyncGenerator<TurnPart> {
    const files = attachments.map(({ name, mimeType }) => `[attachment: ${name} (${mimeType})]`);
    yield { kind: 'text', text: `echo: ${[text, ...files].filter((line) => line !== '').join('\n')}` };
  }
}
