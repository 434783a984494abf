import { Inject, Injectable } from '@nestjs/common';
import { type ClaimedJob, Database, DONE, type JobResult, type Tx } from '../../persistence/index.js';
import {
  type Admission,
  type Command,
  InboxRepository,
  type SessionSettings,
  type StoredEvent,
  TranscriptRepository,
  type Utterance,
} from '../../conversations/index.js';
import { Reply, TurnService } from '../../turns/index.js';
import {
  CHAT_COMMANDS,
  type ChatCommand,
  type CommandAnswer,
  mayBeGiven,
  problemText,
  refusalOf,
} from './command.js';
import { Clock } from '../../common/index.js';

type CommandRight = Pick<Admission, 'isAuthorized' | 'isStillLetIn'>;

/**
 * Runs commands to the gateway itself (spec 2-imbridge "Command gating"). A sender who may not give the command gets a
 * short refusal. The assistant does not see commands, and they are not stored.
 */
@Injectable()
export class CommandService {
  constructor(
    private readonly db: Database,
    private readonly replies: Reply,
    private readonly turns: TurnService,
    @Inject(CHAT_COMMANDS) private readonly commands: readonly ChatCommand[],
    private readonly inbox: InboxRepository,
    private readonly transcript: TranscriptRepository,
    private readonly clock: Clock,
  ) {}

  async execute(
    job: ClaimedJob,
    stored: StoredEvent<Utterance>,
    call: { command: Command } & CommandRight,
  ): Promise<JobResult> {
    const { text, write, outcome, ask } = await this.answer(stored, call);
    if (ask !== undefined)
      return this.runTurnAfter(job, stored, { ...call, text: ask, ...(write && { write }) });
    const { id, sessionKey, event } = stored;
    const finish = (said: () => string, change?: (tx: Tx) => Promise<void>) =>
      this.db.transaction(
        async (tx) => {
          await change?.(tx);
          const reply = { author: 'gateway', eventId: id, sessionKey, text: said(), isFirst: false } as const;
          await Promise.all([
            this.replies.addTo(tx, event, reply).written,
            this.end(tx, stored, call.command.name),
            job.complete(tx),
          ]);
        },
        { isBatch: change === undefined },
      );
    // A failed change is answered rather than retried, because a retry would hold up everybody in the lane.
    await finish(outcome ?? (() => text), write).catch((error: unknown) => finish(() => problemText(error)));
    return DONE;
  }

  /** Runs a turn on the message after the command. */
  private async runTurnAfter(
    job: ClaimedJob,
    stored: StoredEvent<Utterance>,
    { text, write, ...right }: { text: string; write?: (tx: Tx) => Promise<void> } & CommandRight,
  ): Promise<JobResult> {
    const change = async (tx: Tx) => {
      // A worker that has lost the job in the meantime must not start a new history.
      await job.hold(tx);
      await write?.(tx);
    };
    if (write) await this.db.transaction(change);
    const session = (await this.sessionOf(stored)) ?? stored.session;
    const event = { ...stored.event, text };
    return this.turns.answerMessage(job, { ...stored, event, session }, right);
  }

  private async answer(
    stored: StoredEvent<Utterance>,
    { command, isAuthorized }: { command: Command } & CommandRight,
  ): Promise<CommandAnswer> {
    const known = this.commands.find(({ name }) => name === command.name);
    if (!known) return { text: `/${command.name} is not available here.` };
    const call = { stored, rest: command.rest, isAuthorized: isAuthorized() };
    return mayBeGiven(known, call) ? known.run(call) : { text: refusalOf(known, stored) };
  }

  /** Lists the conversation too: nothing else may ever be said there. */
  private async end(tx: Tx, stored: StoredEvent<Utterance>, name: string): Promise<void> {
    const { event, judged } = stored;
    await Promise.all([
      this.transcript.touchConversation(tx, event, this.clock.now()),
      this.inbox.finish(tx, stored, { outcome: 'command', reason: `/${name}`, judged }),
    ]);
  }

  /** Undefined once the event is done. */
  private async sessionOf({ id }: StoredEvent): Promise<SessionSettings | undefined> {
    return (await this.inbox.findPending(id))?.session;
  }
}
