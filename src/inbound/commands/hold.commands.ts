import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access-control/index.js';
import { targetOf } from '../../channels/index.js';
import { Clock, durationMs } from '../../common/index.js';
import { Holds, type Release, type Utterance } from '../../conversations/index.js';
import type { ChatCommand, CommandAnswer, CommandCall } from './command.js';

const HOLD_USAGE = '/hold [time] [note]';

/** Takes the conversation over from the assistant, in which it is written. */
@Injectable()
export class HoldCommand implements ChatCommand {
  readonly name = 'hold';
  readonly concerns = 'gateway';
  readonly usage = HOLD_USAGE;
  readonly summary = 'take over this conversation; the assistant stays silent, for example for 2h';

  constructor(
    private readonly holds: Holds,
    private readonly clock: Clock,
  ) {}

  run({ stored: { event }, rest }: CommandCall): CommandAnswer {
    const [, time = '', words = ''] = /^(\d\S*)?\s*([\s\S]*)$/.exec(rest) ?? [];
    const forMs = time === '' ? undefined : durationMs(time);
    if (time !== '' && forMs === undefined)
      return { text: `Write ${HOLD_USAGE}, with a duration such as 30m, 2h or 1d.` };
    const until = forMs === undefined ? null : this.clock.now() + forMs;
    const note = words.trim().slice(0, MOST_NOTE);
    const terms = { until, note: note === '' ? null : note };
    const end = until === null ? 'until /release' : `until ${minuteOf(until)} UTC or /release`;
    return {
      text: `The assistant is silent here ${end}.`,
      write: async (tx) => {
        await this.holds.holdIn(tx, actorOf(event), targetOf(event), terms);
      },
    };
  }
}

/** Hands the conversation back to the assistant. */
@Injectable()
export class ReleaseCommand implements ChatCommand {
  readonly name = 'release';
  readonly concerns = 'gateway';
  readonly usage = '/release [answer]';
  readonly summary =
    'hand this conversation back to the assistant; with "answer" it answers the last open message';

  constructor(private readonly holds: Holds) {}

  run({ stored: { event }, rest }: CommandCall): CommandAnswer {
    const typed = rest.toLowerCase();
    if (typed !== '' && typed !== 'answer') return { text: `Write ${this.usage}.` };
    const isAnswered = typed === 'answer';
    let release: Release | undefined;
    return {
      text: '',
      outcome: () => outcomeText(release, isAnswered),
      write: async (tx) => {
        release = await this.holds.releaseIn(tx, actorOf(event), targetOf(event), isAnswered);
      },
    };
  }
}

/** The most characters of a note. */
const MOST_NOTE = 500;

function outcomeText(release: Release | undefined, isAnswered: boolean): string {
  if (!release?.hold) return 'This conversation is not held.';
  if (release.answers !== undefined) return 'The assistant is active again and answers the last message.';
  return `The assistant is active again${isAnswered ? '; there was nothing to answer' : ''}.`;
}

const minuteOf = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

const actorOf = ({ channel, sender }: Utterance): Actor => ({
  id: `sender:${channel}:${sender.id}`,
  role: 'operator',
});
