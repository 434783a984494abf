import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { AuditLog, SYSTEM } from '../../src/access-control/index.js';
import { RuntimeFailure, type ToolResult } from '../../src/assistant/index.js';
import { DEFAULT_ACCOUNT, type InboundPollVote } from '../../src/channels/index.js';
import { PollAdminService } from '../../src/operator/index.js';
import { type PollResults, Polls } from '../../src/conversations/index.js';
import { PollFiles } from '../../src/conversations/outgoing/polls/poll-files.service.js';
import { Deliveries } from '../../src/delivery/index.js';
import { Retention } from '../../src/persistence/retention/retention-schedule.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FakeClock } from '../support/fake-clock.js';
import { FAKE } from '../support/fake-connector.js';
import { throughBackOffs } from '../support/passing-time.js';
import type { Asked, Pipeline, PipelineOptions } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const DAY_MS = 86_400_000;
const WORDS = { question: 'Which day?', options: ['Monday', 'Tuesday', 'Friday'], maxSelections: 2 };
const TEXT = '[poll: Which day? — Monday / Tuesday / Friday]';

describe.each(DATABASES)('polls on %s', (_, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;
  const polls = () => p.module.get(Polls, { strict: false });
  const idle = () => world.idle(p);

  const start = async (options: PipelineOptions = {}) => {
    p = await world.start(options);
    await world.letIn(p);
    p.connector.features = { poll: 'full' };
  };
  /**
   * Sends an operator's poll.
   * @returns its id, once it was sent
   */
  const ask = async (target = 'chat-ann', words: object = WORDS) => {
    const request = { channel: FAKE, target, ...words };
    const { pollId } = await p.module.get(PollAdminService, { strict: false }).send(SYSTEM, request);
    await idle();
    return pollId;
  };
  const vote = async (from: string, id: string, chosen: number[], more: Partial<InboundPollVote> = {}) => {
    const fate = await p.connector.votes(from, id, chosen, more);
    await idle();
    return fate;
  };
  const chosen = ({ votes }: PollResults) =>
    votes.map(({ senderId, selections }) => [senderId, ...selections]);
  const outcomes = async () => {
    const rows = await p.db.on().selectFrom('inbound_events').selectAll().orderBy('id').execute();
    return rows.map(({ outcome, reason }) => (outcome === 'dropped' ? reason : outcome));
  };
  /**
   * Lets the assistant call its tool in the next turn.
   * @returns the results
   */
  const callsOf = async (from: string, ...inputs: object[]): Promise<ToolResult[]> => {
    const results: ToolResult[] = [];
    p.runtime.answer = async (asked) => {
      for (const input of inputs) results.push(await call(asked, input));
      return 'ok';
    };
    await p.connector.receive(from, 'do it');
    await idle();
    return results;
  };
  const call = (asked: Asked, input: object) =>
    asked.tools!()!.call('message', input, new AbortController().signal);

  describe('votes', () => {
    it('count once for each sender: the last one', async () => {
      await start();
      const id = await ask('chat-ann');
      expect(p.connector.sent[0]).toMatchObject({ text: TEXT, poll: { pollId: id, ...WORDS } });
      await vote('ann', id, [2, 0, 0]);
      expect(await polls().get(id)).toMatchObject({ counts: [1, 0, 1], createdBy: SYSTEM.id });
      await vote('ann', id, [1]);
      expect(await polls().get(id)).toMatchObject({ counts: [0, 1, 0], votes: [{ senderId: 'ann' }] });
      await vote('ann', id, []);
      expect(await polls().get(id)).toMatchObject({ counts: [0, 0, 0], votes: [] });
      expect(await outcomes()).toEqual(['vote', 'vote', 'vote']);
    });

    it('of several senders in a group add up, with their names', async () => {
      await start();
      p.connector.settings = { ...p.connector.settings, groupPolicy: 'open' };
      const id = await ask('chat-g');
      const conversation = { id: 'chat-g', kind: 'group' } as InboundPollVote['conversation'];
      const ben = { id: 'ben', name: 'Ben', isSelf: false } as InboundPollVote['sender'];
      await vote('ann', id, [0, 1], { conversation });
      await vote('ben', id, [1], { conversation, sender: ben });
      const results = await polls().get(id);
      expect(results.counts).toEqual([1, 2, 0]);
      expect(results.votes.map(({ senderName }) => senderName)).toEqual([null, 'Ben']);
    });

    it('are not shown to the model, and wait for no turn', async () => {
      await start();
      const id = await ask();
      const { promise: gate, resolve: finish } = Promise.withResolvers<undefined>();
      p.runtime.answer = async () => {
        await gate;
        return 'at last';
      };
      await p.connector.receive('ann', 'think');
      await p.connector.votes('ann', id, [0]);
      await eventually(async () => (await polls().get(id)).counts[0] === 1);
      expect(p.connector.textsTo('ann')).toEqual([TEXT]);
      finish(undefined);
      await idle();
      expect(p.runtime.asked.map(({ text }) => text)).toEqual(['think']);
      expect(JSON.stringify(p.runtime.asked)).not.toContain('poll-vote');
    });

    it('count once, however often and in whatever order the service reports them', async () => {
      await start();
      const id = await ask();
      const first = { inboxKey: 'first', occurredAt: 1_000 };
      expect(await vote('ann', id, [0], first)).toBe('stored');
      await vote('ann', id, [1], { occurredAt: 2_000 });
      expect(await vote('ann', id, [0], first)).toBe('duplicate');
      await vote('ann', id, [2], { occurredAt: 1_500, isLate: true });
      expect(chosen(await polls().get(id))).toEqual([['ann', 1]]);
    });

    it('that do not fit the poll are dropped with their reason', async () => {
      await start();
      const id = await ask('chat-ann');
      await vote('ann', id, [0]);
      await vote('ann', id, [3]);
      await vote('ann', id, [0, 1, 2]);
      await vote('ann', 'poll_unknown', [0]);
      await vote('ben', id, [1]);
      expect(await outcomes()).toEqual([
        'vote',
        'poll-no-such-option',
        'poll-too-many-options',
        'poll-unknown',
        'poll-elsewhere',
      ]);
      expect(chosen(await polls().get(id))).toEqual([['ann', 0]]);
    });

    it('of senders without access are dropped', async () => {
      await start();
      const id = await ask('chat-g');
      const conversation = { id: 'chat-g', kind: 'group' } as InboundPollVote['conversation'];
      await vote('ann', id, [0], { conversation });
      p.connector.settings = { ...p.connector.settings, dmPolicy: 'pairing' };
      await vote('eve', await ask('chat-eve'), [0]);
      expect(await outcomes()).toEqual(['not-allowlisted', 'not-paired']);
      expect((await polls().list({ limit: 9 })).map(({ votes }) => votes)).toEqual([[], []]);
      expect(p.connector.textsTo('eve')).toEqual([TEXT]);
    });

    it('can come before the send of the poll has ended', async () => {
      await start();
      p.connector.onSend = async ({ content }, take) => {
        if (content.kind === 'poll') await p.connector.votes('ann', content.pollId, [1]);
        return { kind: 'sent', messageId: take(), at: 1 };
      };
      const id = await ask();
      expect(chosen(await polls().get(id))).toEqual([['ann', 1]]);
    });
  });

  describe('by the assistant', () => {
    it('are offered only when the channel has polls', async () => {
      await start();
      const offered: unknown[] = [];
      p.runtime.answer = (asked) => {
        const { properties } = asked.tools!()!.definitions[0]!.inputSchema;
        offered.push(
          (properties as { action: { enum: string[] } }).action.enum,
          'options' in (properties as object),
        );
        return 'ok';
      };
      await p.connector.receive('ann', 'one').then(idle);
      p.connector.features = {};
      await p.connector.receive('ann', 'two').then(idle);
      expect(offered).toEqual([['send', 'poll', 'pollResults'], true, ['send'], false]);
    });

    it('are something that people see, and their results are not', async () => {
      await start();
      let seen: unknown;
      p.runtime.answer = (asked) => {
        const [tool] = asked.tools!()!.definitions;
        seen = ['poll', 'pollResults'].map((action) => tool!.isSeen?.({ action }));
        return 'ok';
      };
      await p.connector.receive('ann', 'one').then(idle);
      expect(seen).toEqual([true, false]);
    });

    it('are sent and recorded, and their results do not show who voted', async () => {
      await start();
      const [asked] = await callsOf('ann', { action: 'poll', ...WORDS });
      const { poll_id: id } = (asked as { value: { poll_id: string } }).value;
      expect(asked).toMatchObject({ ok: true, value: { queued: true, delivery_ids: [expect.any(String)] } });
      expect(p.connector.textsTo('ann')).toEqual([TEXT, 'ok']);
      await vote('ann', id, [0, 2]);
      const results = await callsOf('ann', { action: 'pollResults' }, { action: 'pollResults', pollId: id });
      const polls = [
        {
          poll_id: id,
          question: 'Which day?',
          options: [
            { option: 'Monday', votes: 1 },
            { option: 'Tuesday', votes: 0 },
            { option: 'Friday', votes: 1 },
          ],
          voters: 1,
          max_selections: 2,
        },
      ];
      expect(results).toEqual([
        { ok: true, value: { polls } },
        { ok: true, value: { polls } },
      ]);
      expect(p.runtime.asked.at(-1)!.history.map(({ text }) => text)).toEqual(['do it', TEXT, 'ok']);
    });

    it('are refused with the reason for the model', async () => {
      await start();
      const of = (words: object) => ({ action: 'poll', ...WORDS, ...words });
      const other = await ask('chat-ben');
      const results = await callsOf(
        'ann',
        { action: 'poll', options: ['a', 'b'] },
        of({ options: 'a, b' }),
        of({ options: ['a', 'A'] }),
        of({ maxSelections: '2' }),
        of({ maxSelections: 4 }),
        of({ to: 'chat-ben' }),
        { action: 'pollResults', pollId: other },
      );
      expect(results).toEqual(
        [
          'question is required for poll',
          'options must be of type array',
          'options[1] repeats an earlier option',
          'maxSelections must be of type integer',
          'maxSelections must be a whole number, 1 to 3',
          'the sender may not reach other conversations',
          `pollId ${other} does not match a poll of the conversation`,
        ].map((error) => ({ ok: false, error })),
      );
      expect(p.connector.textsTo('ann')).toEqual(['ok']);
    });

    it('are asked once when the turn runs twice', async () => {
      const clock = new FakeClock(Date.now());
      await start({ clock });
      let runs = 0;
      p.runtime.answer = async (asked) => {
        await call(asked, { action: 'poll', ...WORDS });
        if (runs++ === 0) throw new RuntimeFailure('cut', true);
        return 'done';
      };
      await p.connector.receive('ann', 'ask them');
      await throughBackOffs({ ...p, clock }, async () => (await p.queue.depth()).size === 0);
      expect(runs).toBe(2);
      expect(p.connector.textsTo('ann')).toEqual([TEXT, 'done']);
      expect(await polls().list({ limit: 9 })).toHaveLength(1);
    });
  });

  describe('by operators', () => {
    it('are audited, and recorded in the session of the conversation', async () => {
      await start();
      await p.connector.receive('ann', 'hi').then(idle);
      const id = await ask();
      const [poll] = await polls().list({ limit: 9 });
      const [entry] = await p.module.get(AuditLog, { strict: false }).list(1);
      expect(entry).toMatchObject({ action: 'poll.sent', subject: id });
      expect(JSON.stringify(entry)).not.toContain('Which day');
      const { content } = await p.module.get(Deliveries, { strict: false }).get(poll!.deliveryId);
      expect(content).toEqual({ kind: 'poll', pollId: id, ...WORDS, text: TEXT });
      await p.connector.receive('ann', 'what did you ask?').then(idle);
      expect(p.runtime.asked.at(-1)!.history.at(-1)).toMatchObject({ role: 'assistant', text: TEXT });
    });

    it.each([
      [{ channel: 'other' }, 'NOT_FOUND', 'channel other is not configured'],
      [{ account: 'other' }, 'NOT_FOUND', 'account other of fake is not enabled'],
      [{ target: 'nowhere' }, 'NOT_FOUND', 'target does not match a known conversation of fake'],
      [{ options: ['a'] }, 'INVALID_REQUEST', 'options must be a list of 2 to 12 texts'],
      [{ maxSelections: 9 }, 'INVALID_REQUEST', 'max_selections must be a whole number, 1 to 3'],
    ])('are refused for %j', async (wrong, code, details) => {
      await start();
      await expect(ask('chat-ann', { ...WORDS, ...wrong })).rejects.toMatchObject({ code, details });
      expect(p.connector.sent).toEqual([]);
    });

    it('are refused when the channel has no polls', async () => {
      await start();
      p.connector.features = {};
      const refusal = { code: 'INVALID_REQUEST', details: 'channel fake has no polls' };
      await expect(ask()).rejects.toMatchObject(refusal);
    });

    it('are listed page by page, newest first', async () => {
      await start();
      const ids = [await ask(), await ask('chat-ben'), await ask()];
      const first = await polls().list({ limit: 2 });
      expect(first.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
      const rest = await polls().list({ limit: 2, before: ids[1] });
      expect(rest.map(({ id }) => id)).toEqual([ids[0]]);
      const target = { channel: FAKE, account: DEFAULT_ACCOUNT, conversation: first[0]!.target.conversation };
      expect((await polls().lastIn(target, 9)).map(({ id }) => id)).toEqual([ids[2], ids[0]]);
    });
  });

  describe("are written to the channel's poll file", () => {
    let stateDir: string;
    beforeEach(async () => {
      stateDir = await mkdtemp(join(tmpdir(), 'gatehouse-polls-'));
    });
    afterEach(() => rm(stateDir, { recursive: true }));
    const file = () => join(stateDir, 'fake-polls.json');
    const written = async () => {
      const text = await readFile(file(), 'utf8').catch(() => '{"polls":{}}');
      return (JSON.parse(text) as { polls: Record<string, { votes: object }> }).polls;
    };
    const isWritten = (id: string, votes: object) =>
      eventually(async () => isDeepStrictEqual((await written())[id]?.votes, votes), { what: 'the vote' });

    it('with their present votes, with mode 600 and never half written', async () => {
      await start({ stateDir });
      p.connector.pollsFile = 'fake-polls.json';
      let before: unknown;
      p.connector.onSend = async ({ content }, take) => {
        before ??= content.kind === 'poll' && (await polls().get(content.pollId)).question;
        return { kind: 'sent', messageId: take(), at: 1 };
      };
      const id = await ask();
      expect(before).toBe(WORDS.question);
      await eventually(async () => id in (await written()), { what: 'the poll' });
      expect((await written())[id]).toEqual({
        question: 'Which day?',
        options: WORDS.options,
        max_selections: 2,
        conversation: 'chat-ann',
        created_at: new Date((await polls().get(id)).createdAt).toISOString(),
        votes: {},
      });
      await vote('ann', id, [2, 0]);
      await isWritten(id, { ann: [0, 2] });
      await vote('ann', id, [1]);
      await vote('ben', id, [0]);
      await isWritten(id, { ann: [1] });
      await vote('ann', id, []);
      await isWritten(id, {});
      expect((await stat(file())).mode & 0o777).toBe(0o600);
      expect(await readdir(stateDir)).toEqual(['fake-polls.json']);
    });

    it('again at the start, and votes count although the file could not be written', async () => {
      await start({ stateDir });
      // A folder at the path makes writing the file fail.
      p.connector.pollsFile = 'fake-polls.json';
      await mkdir(file());
      const id = await ask();
      await vote('ann', id, [1]);
      expect(chosen(await polls().get(id))).toEqual([['ann', 1]]);
      await rm(file(), { recursive: true });
      p.module.get(PollFiles, { strict: false }).onApplicationBootstrap();
      await isWritten(id, { ann: [1] });
    });
  });

  it('are deleted with their votes after pollsDays without a vote', async () => {
    const clock = new FakeClock(Date.now());
    await start({ clock, config: { retention: { pollsDays: 30 } } });
    const run = () => p.module.get(Retention, { strict: false }).deleteOld(new AbortController().signal);
    const id = await ask();
    clock.advance(20 * DAY_MS);
    await vote('ann', id, [0], { occurredAt: clock.now() });
    clock.advance(20 * DAY_MS);
    await run();
    expect((await polls().get(id)).votes).toHaveLength(1);
    clock.advance(20 * DAY_MS);
    await run();
    await expect(polls().get(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await p.db.on().selectFrom('poll_votes').selectAll().execute()).toEqual([]);
    await vote('ann', id, [1], { occurredAt: clock.now() });
    expect((await outcomes()).at(-1)).toBe('poll-unknown');
  });
});
