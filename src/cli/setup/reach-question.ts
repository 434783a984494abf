import type { Cli } from '../cli.js';
import type { Choice, Prompter } from '../input/prompter.js';
import { completeUrl } from '../input/complete-url.js';
import type { AccountAnswers } from './account-answers.js';
import type { AccountSetup } from './account-setup.js';
import { lanAddresses } from './lan-addresses.js';

/** The answers about the way from the bridge to this gateway. */
export type ReachAnswers = Pick<AccountAnswers, 'webhookUrl' | 'listenOn'>;

const EVERY_ADDRESS = '0.0.0.0';
const OTHER: Choice = {
  value: 'other',
  label: 'another address',
  hint: 'of a proxy or a tunnel, or a name of this machine',
};
const BY_HAND: Choice = {
  value: 'by-hand',
  label: 'none of these',
  hint: 'you enter the webhook at the bridge yourself',
};

/** Finds out where a bridge on another machine reaches this gateway. */
export class ReachQuestion {
  private readonly listener: ReturnType<AccountSetup['listener']>;

  constructor(
    private readonly cli: Cli,
    private readonly setup: AccountSetup,
  ) {
    this.listener = setup.listener();
  }

  /** The URLs at which the bridge may reach this machine, the likeliest first. @param serverUrl the bridge */
  candidates(serverUrl: string): readonly (Choice & { readonly isNear: boolean })[] {
    const { host, port, isSecure } = this.listener;
    const isOpen = this.isHidden || host === EVERY_ADDRESS || host === '::';
    const host4 = URL.parse(serverUrl)?.hostname ?? '';
    return lanAddresses(this.cli.world.networkInterfaces(), host4)
      .filter(({ address }) => port !== 0 && (isOpen || address === host))
      .map(({ address, name, isNear }) => {
        const url = `${isSecure ? 'https' : 'http'}://${address}:${port}`;
        return {
          value: url,
          label: url,
          hint: isNear ? `${name}, in the network of the bridge` : name,
          isNear,
        };
      })
      .filter(({ value }) => this.setup.problemOf('webhookUrl', { ...ANY, webhookUrl: value }) === undefined);
  }

  /** The one URL to take without asking: in the network of the bridge, or the only one; undefined where that is not clear. */
  likely(serverUrl: string): string | undefined {
    const found = this.candidates(serverUrl);
    const near = found.filter(({ isNear }) => isNear);
    const [only, another] = near.length > 0 ? near : found;
    return another === undefined ? only?.value : undefined;
  }

  /** Asks which of them the bridge reaches. */
  async ask(prompter: Prompter, serverUrl: string): Promise<ReachAnswers> {
    const found = this.candidates(serverUrl);
    const { publicUrl } = this.listener;
    const known =
      publicUrl === undefined ? [] : [{ value: 'public', label: publicUrl, hint: 'gateway.publicUrl' }];
    const message = 'At which address does the Mac with the bridge reach this machine?';
    const chosen = await prompter.select(message, [...known, ...found, OTHER, BY_HAND]);
    if (chosen === BY_HAND.value || chosen === 'public') return {};
    const webhookUrl = chosen === OTHER.value ? await this.typed(prompter) : chosen;
    const answers = { webhookUrl, listenOn: this.listenOn(webhookUrl) };
    if (answers.listenOn !== undefined) prompter.say(this.consequence(answers.listenOn));
    return answers;
  }

  private async typed(prompter: Prompter): Promise<string> {
    const problem = (typed: string) =>
      this.setup.problemOf('webhookUrl', { ...ANY, webhookUrl: completeUrl(typed) });
    const message = 'Address at which the bridge reaches this gateway';
    return completeUrl(await prompter.text({ message, example: 'https://gateway.example.org', problem }));
  }

  /**
   * The `gateway.host` with which this address of the machine can be reached, where it cannot be yet. Programs on this
   * machine, and the console, keep 127.0.0.1, unless the machine has a public address, which must not be opened by the way.
   */
  listenOn(webhookUrl: string): string | undefined {
    const { hostname = '', port = '' } = URL.parse(webhookUrl) ?? {};
    const own = lanAddresses(this.cli.world.networkInterfaces(), '').map(({ address }) => address);
    if (!this.isHidden || !own.includes(hostname) || Number(port) !== this.listener.port) return undefined;
    return own.every((address) => this.isPrivate(address)) ? EVERY_ADDRESS : hostname;
  }

  /** What changes with another `gateway.host`. */
  consequence(listenOn: string): string {
    const where = listenOn === EVERY_ADDRESS ? 'every network of this machine' : listenOn;
    return `The gateway will listen on ${where} (gateway.host: ${listenOn}), so others in the network reach it too. The admin API requires a token, and the console requires https from other machines.`;
  }

  private get isHidden(): boolean {
    return this.listener.isLoopback;
  }

  private isPrivate(address: string): boolean {
    return this.setup.problemOf('webhookUrl', { ...ANY, webhookUrl: `http://${address}` }) === undefined;
  }
}

/** Stands in for the other answers when an address is judged. */
const ANY: AccountAnswers = { serverUrl: 'http://127.0.0.1:1234', password: 'password' };
