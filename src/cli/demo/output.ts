import { styleText } from 'node:util';
import type { Writable } from 'node:stream';
import { intro, log, note } from '@clack/prompts';
import { asCalled } from '../output/text.js';
import type { CliWorld } from '../world.js';

/** The addresses of the demo. */
export interface DemoAddresses {
  readonly url: string;
  /** Where it continues, a link that signs in once and within a minute. */
  readonly console_url: string;
  readonly docs_url: string;
  /** The file with the token; the token itself is never shown. */
  readonly admin_token_file: string;
  readonly state_dir: string;
}

/** Shows the demo. */
export interface DemoOutput {
  said(who: string, text: string): void;
  /** Called at the end of the conversation. */
  finished(addresses: DemoAddresses): void;
  /** Reports other events; for people only. */
  readonly tell?: (text: string) => void;
}

/** For people. */
export class TerminalOutput implements DemoOutput {
  private readonly output: Writable;

  constructor(private readonly world: Pick<CliWorld, 'stdout' | 'calledAs'>) {
    this.output = world.stdout;
    intro(this.paint('bold', 'Gatehouse demo'), { output: this.output });
  }

  readonly tell = (text: string): void => log.step(asCalled(this.world, text), { output: this.output });

  said(who: string, text: string): void {
    const isPerson = who.startsWith('+');
    const name = this.paint(isPerson ? 'cyan' : 'green', who);
    log.message([name, ...text.split('\n')], { output: this.output, symbol: isPerson ? '›' : '‹' });
  }

  finished(addresses: DemoAddresses): void {
    const lines = [`API docs     ${addresses.docs_url}`, `Admin token  in ${addresses.admin_token_file}`];
    note(lines.join('\n'), 'Try it', { output: this.output });
    // Not in the box, which would break a link in two.
    this.output.write(`${this.paint('bold', 'The console:')} ${addresses.console_url}\n`);
  }

  private paint(style: Parameters<typeof styleText>[0], text: string): string {
    return styleText(style, text, { stream: this.output });
  }
}

/** For machines: one JSON object after the conversation. */
export class JsonOutput implements DemoOutput {
  private readonly conversation: { readonly from: string; readonly text: string }[] = [];

  constructor(private readonly output: Writable) {}

  said(from: string, text: string): void {
    this.conversation.push({ from, text });
  }

  finished(addresses: DemoAddresses): void {
    this.output.write(`${JSON.stringify({ ...addresses, conversation: this.conversation }, null, 2)}\n`);
  }
}
