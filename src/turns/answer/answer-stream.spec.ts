import { setTimeout as pause } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { StreamId, StreamOpening, UpdateOutcome } from '../../channels/index.js';
import { eventually } from '../../../test/support/eventually.js';
import type { StreamState } from '../../conversations/inbox/stored-event.js';
import { AnswerStream, type StreamSteps } from './answer-stream.js';

const ID = 'a-1' as StreamId;
const STATE: StreamState = { id: ID, openedAt: 0, updatedAt: 0, updates: 2, shown: 3, asked: 7 };
const PACE_MS = 6;

/** Words are settled, and 20 characters fill a message. */
class World implements StreamSteps {
  readonly paceMs = PACE_MS;
  readonly lifeMs = 1_000;
  readonly done: unknown[] = [];
  time = 0;
  free = true;
  opening: StreamOpening = { kind: 'open', id: ID };
  outcomes: UpdateOutcome[] = [];
  onUpdate = (): Promise<unknown> => Promise.resolve();

  now = () => this.time;
  view = (text: string, asked: number) => ({
    settled: Math.max(0, text.lastIndexOf(' ')),
    full: text.length > 20 ? Math.max(asked, 20) : undefined,
  });
  isFree = async () => this.free;
  open = async () => {
    this.done.push('open');
    return this.opening;
  };
  save = async (text: string, state: StreamState | undefined) => {
    this.done.push(['save', text, state?.shown]);
  };
  update = async (text: string, { updates }: StreamState) => {
    await this.onUpdate();
    this.done.push(['update', updates, text]);
    return this.outcomes.shift() ?? 'shown';
  };
  complete = async (text: string, { id }: StreamState) => {
    this.done.push(['complete', text, id]);
  };

  of(kind: string): unknown[] {
    return this.done.filter((each) => each === kind || (Array.isArray(each) && each[0] === kind));
  }
}

describe('AnswerStream', () => {
  let world: World;
  let sut: AnswerStream;

  beforeEach(() => {
    world = new World();
    sut = new AnswerStream(world);
  });
  afterEach(() => sut.close().catch(() => undefined));

  const until = (kind: string, count = 1) =>
    eventually(() => world.of(kind).length >= count, { what: `${count} ${kind}` });

  it('saves the text before it shows it, and afterwards that it was shown', async () => {
    sut.offer('one two th');
    await until('save', 3);
    await sut.close();
    expect(world.done).toEqual([
      'open',
      ['save', '', 0],
      ['save', 'one two ', 0],
      ['update', 1, 'one two'],
      ['save', 'one two ', 7],
    ]);
    expect(sut.state).toMatchObject({ id: ID, shown: 7, asked: 7, updates: 1 });
    expect(sut.shownPart).toBe('one two');
  });

  it('makes one call at a time, with all text that arrived meanwhile', async () => {
    const held = Promise.withResolvers<undefined>();
    world.onUpdate = () => held.promise;
    sut.offer('one two');
    await until('save', 2);
    for (const text of ['one two three', 'one two three four']) sut.offer(text);
    await pause(PACE_MS * 3);
    expect(world.of('update')).toEqual([]);
    held.resolve(undefined);
    await until('update', 2);
    expect(world.of('update')).toEqual([
      ['update', 1, 'one'],
      ['update', 2, 'one two three'],
    ]);
  });

  it('opens only for a slow answer, with text that can be shown, after earlier messages have arrived', async () => {
    sut.offer('quick answer');
    await sut.close();
    sut = new AnswerStream(world);
    sut.offer('word');
    await pause(PACE_MS * 3);
    world.free = false;
    sut.offer('words and more');
    await pause(PACE_MS * 3);
    expect(world.done).toEqual([]);
    expect(sut.left).toBeUndefined();
    world.free = true;
    await until('open');
  });

  it.each([
    ['it is refused', (w: World) => (w.opening = { kind: 'refused', detail: 'no' }), 'one two'],
    ['the answer is long at once', () => undefined, 'one two three four five six'],
  ])('is abandoned when %s', async (_, arrange, text) => {
    arrange(world);
    sut.offer(text);
    await eventually(() => sut.left === 0);
    expect([sut.state, world.of('save')]).toEqual([undefined, []]);
  });

  it('repeats an update that the service did not accept just now, with the same number', async () => {
    world.outcomes = ['not-now', 'shown'];
    sut.offer('one two');
    await until('update', 2);
    expect(world.of('update')).toEqual([
      ['update', 1, 'one'],
      ['update', 1, 'one'],
    ]);
  });

  it('leaves the shown text as it is when the service accepts no more', async () => {
    world.outcomes = ['shown', 'over'];
    sut.offer('one two');
    await until('update');
    sut.offer('one two three');
    await eventually(() => sut.left !== undefined);
    expect([sut.left, sut.state, world.done.at(-1)]).toEqual([3, undefined, ['save', 'one ', undefined]]);
  });

  it('shows nothing more after a call with an unknown outcome', async () => {
    world.outcomes = ['unknown'];
    sut.offer('one two');
    await until('update');
    sut.offer('one two three');
    await pause(PACE_MS * 4);
    expect(world.of('update')).toHaveLength(1);
    expect(sut.state).toMatchObject({ shown: 0, asked: 3 });
  });

  it.each([
    ['the answer outgrows its message', 0, 'one two three four five', 'one two three four f'],
    ['its time is nearly over', 900, 'one two three', 'one two'],
  ])('is completed when %s', async (_, ms, text, said) => {
    sut.offer('one two');
    await until('update');
    world.time = ms;
    sut.offer(text);
    await until('complete');
    await eventually(() => sut.left !== undefined);
    expect(world.of('complete')).toEqual([['complete', said, ID]]);
    expect([sut.left, sut.state]).toEqual([said.length, undefined]);
  });

  it('continued from an earlier run shows no more, and is completed with all of its text', async () => {
    sut = new AnswerStream(world, { text: 'one two', state: STATE });
    expect(sut.shownPart).toBe('one two');
    sut.offer('one two three four');
    await pause(PACE_MS * 4);
    expect([world.done, sut.state, sut.left]).toEqual([[], STATE, undefined]);
    sut.offer('one two three four five');
    await until('complete');
  });

  it("throws the database's error, and does nothing more", async () => {
    world.save = () => Promise.reject(new Error('no database'));
    sut.offer('one two');
    await until('open');
    await pause(PACE_MS * 3);
    expect(() => sut.offer('one two three')).toThrow('no database');
    await expect(sut.close()).rejects.toThrow('no database');
    expect(world.done).toEqual(['open']);
  });

  describe('by the clock', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());
    const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

    it('opens after a third of its pace, then shows what is new once in each pace', async () => {
      sut.offer('one two');
      await pass(PACE_MS / 3 - 1);
      expect(world.done).toEqual([]);
      await pass(1);
      expect(world.of('open')).toHaveLength(1);
      await pass(PACE_MS - 1);
      expect(world.of('update')).toEqual([]);
      await pass(1);
      expect(world.of('update')).toEqual([['update', 1, 'one']]);
      await pass(10 * PACE_MS);
      expect(world.of('update')).toHaveLength(1);
      world.time = 899;
      sut.offer('one two three');
      await pass(PACE_MS);
      expect(world.of('update').slice(1)).toEqual([['update', 2, 'one two']]);
    });

    it('is not opened again once it was abandoned', async () => {
      world.outcomes = ['over'];
      sut.offer('one two');
      await pass(10 * PACE_MS);
      expect([sut.left, world.of('open').length, world.of('update').length]).toEqual([0, 1, 1]);
    });

    it('needs no end where it has shown nothing', async () => {
      sut.offer('one two');
      await pass(PACE_MS / 3);
      world.time = 900;
      sut.offer('one');
      await pass(PACE_MS);
      expect([world.of('complete'), world.done.at(-1), sut.left]).toEqual([[], ['save', '', undefined], 0]);
    });
  });
});
