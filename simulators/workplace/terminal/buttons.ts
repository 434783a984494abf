import { CONSENT_CARD } from '../common/attachment-types.js';
import type { BotAnswer, Message } from '../common/types.js';
import { actionsOf, type ExecuteAnswer, type Press } from '../people/cards.js';
import type { WorkplaceSimulator } from '../workplace-simulator.js';
import { lastAnswerIn, type TerminalState } from './state.js';

/** The commands of the terminal for buttons of cards. */
export class Buttons {
  constructor(
    private readonly workplace: WorkplaceSimulator,
    private readonly state: TerminalState,
    private readonly note: (text: string) => void,
  ) {}

  /** Presses a button by its title; without one the first `Action.Execute`, else the first `Action.Submit`. */
  async press(rest: string): Promise<void> {
    const press = pressIn(rest);
    const card = this.cardWith(press);
    if (!hasButton(card, press, ['Action.Execute'])) return this.submit(rest);
    this.tellShown(await this.workplace.cards.execute(this.state.person, card, press));
  }

  /** Presses it as in a client that does not know `Action.Execute`. */
  async submit(rest: string): Promise<void> {
    const press = pressIn(rest);
    const sent = await this.workplace.cards.submit(this.state.person, this.cardWith(press), press);
    this.note(
      sent ? `Submitted ${JSON.stringify(sent.value)}.` : 'The client sends nothing for this button.',
    );
  }

  async answerConsent(how: 'accept' | 'decline'): Promise<void> {
    this.tell(await this.workplace.cards[how](this.state.person, this.consent()));
  }

  /** The newest message here with that button, which other messages may follow; else the last answer anywhere. */
  private cardWith(press: Press): Message {
    const here = this.workplace.botMessages(this.state.place);
    return (
      here.findLast((each) => hasButton(each, press, ['Action.Execute', 'Action.Submit'])) ??
      lastAnswerIn(this.state)
    );
  }

  /** Finds the newest consent card, which a text answer may follow. */
  private consent(): Message {
    const asks = ({ activity }: Message) =>
      activity.attachments?.some(({ contentType }) => contentType === CONSENT_CARD);
    return this.workplace.botMessages(this.state.place).findLast(asks) ?? lastAnswerIn(this.state);
  }

  private tellShown(answer: ExecuteAnswer | undefined): void {
    if (!answer) this.tell(answer);
    else if (answer.shown.kind === 'card') this.note(`card: ${JSON.stringify(answer.shown.card)}`);
    else this.note(`${answer.shown.kind}: ${answer.shown.text}`);
  }

  private tell(answer: BotAnswer | undefined): void {
    this.note(
      answer ? `The gateway answered ${answer.status} ${answer.text}` : 'The gateway did not answer.',
    );
  }
}

/** Reads `TITLE ID=VALUE...`. */
function pressIn(rest: string): Press {
  const pairs = rest.split(/\s+/).filter((word) => word.includes('='));
  const title = rest.replace(/\s*\S+=.*$/, '');
  const inputs = Object.fromEntries(pairs.map((pair) => pair.split('=', 2) as [string, string]));
  return { inputs, ...(title ? { title } : {}) };
}

const hasButton = ({ activity }: Message, { title }: Press, types: readonly string[]): boolean =>
  actionsOf(activity.attachments).some(
    (each) => types.includes(String(each.type)) && (title === undefined || each.title === title),
  );
