import { ModelSimulator } from '../model/model-simulator.js';
import type { WireName } from '../model/types.js';
import { type Body, callerOf, type Said, send } from './model-callers.js';

/** A change that makes a right request wrong, and the words of its refusal. */
export type RefusalCase = readonly [
  subject: string,
  change: (body: Body) => unknown,
  words: string | RegExp,
  status?: number,
];

/** Replaces fields of a body. */
export const withFields =
  (fields: Body) =>
  (body: Body): Body => ({ ...body, ...fields });

/** Replaces text in the JSON of a body. */
export const withText =
  (pattern: RegExp, by: string) =>
  (body: Body): unknown =>
    JSON.parse(JSON.stringify(body).replace(pattern, by));

/** Removes fields of any depth from the JSON of a body. */
export const without =
  (...names: readonly string[]) =>
  (body: Body): unknown =>
    JSON.parse(JSON.stringify(body, (key, value: unknown) => (names.includes(key) ? undefined : value)));

/** A thinking model, and the body of the step after its two calls. */
export async function secondStep(wire: WireName): Promise<{ sut: ModelSimulator; body: Body }> {
  const sut = await ModelSimulator.start({ reasoning: true });
  const caller = callerOf(wire);
  sut.script({ toolCalls: ['a', 'b'].map((query) => ({ name: 'search', arguments: { query } })) });
  const body = caller.body('find it');
  const answer = (await (await send(sut, caller, body)).json()) as Said;
  return { sut, body: caller.next(body, answer, ['one', 'two']) };
}

/** Sends the changed body; resolves with the status and the message. */
export async function refusalOf(
  sut: ModelSimulator,
  wire: WireName,
  body: unknown,
): Promise<{ readonly status: number; readonly problem: unknown }> {
  const caller = callerOf(wire);
  const response = await send(sut, caller, body);
  return { status: response.status, problem: caller.problem((await response.json()) as Said) };
}

/** Checks every case: refused in these words, noted, and not as a request that was answered. */
export function describeRefusals(wire: WireName, cases: readonly RefusalCase[]): void {
  describe(`a request on the wire ${wire}`, () => {
    let sut: ModelSimulator;
    let body: Body;
    beforeEach(async () => {
      ({ sut, body } = await secondStep(wire));
    });
    afterEach(() => sut.stop());

    it('is accepted as the model made it', async () => {
      expect(await refusalOf(sut, wire, body)).toMatchObject({ status: 200 });
      expect(sut.refusals).toEqual([]);
    });

    it.each(named(cases))('is refused for $subject', async ({ change, words, status }) => {
      const refusal = await refusalOf(sut, wire, change(body));
      expect(refusal).toMatchObject({ status, problem: expect.stringMatching(words) as string });
      expect(sut.refusals).toEqual([refusal.problem]);
      expect(sut.requests).toHaveLength(1);
    });
  });
}

const named = (cases: readonly RefusalCase[]) =>
  cases.map(([subject, change, words, status = 400]) => ({ subject, change, words, status }));
