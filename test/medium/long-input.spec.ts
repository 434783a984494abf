import { DATABASES } from '../support/databases.js';
import { type Body, dataRequestWorld } from '../support/data-request-world.js';

describe.each(DATABASES)('long input on %s', (_, open) => {
  const world = dataRequestWorld(open);
  const long = (last: string) => `${'12,345\n'.repeat(40_000)}${last}`;

  it('is profiled like short input', async () => {
    const { status, body } = await world.process(long('"ä🦊",\n'));
    expect([status, body]).toMatchObject([
      200,
      { input_bytes: 280_010, output: { format: 'csv', bytes: 280_010, csv: { rows: 40_001 } } },
    ]);
  });

  it('with half a character is profiled as it was sent', async () => {
    const { body } = await world.process(long('\ud800'));
    expect(body).toMatchObject({ output: { lone_surrogates: 1, bytes: 280_003 } });
  });

  it('repeats by its key, is refused with other input under the same key, and may be asked for later', async () => {
    const key = { 'Idempotency-Key': 'once' };
    const first = await world.process(long('1,2'), key);
    const again = await world.process(long('1,2'), key);
    expect([again.status, (again.body as Body).id]).toEqual([200, (first.body as Body).id]);
    expect((await world.process(long('3,4'), key)).status).toBe(422);
    const later = await world.process(long('1,2'), { Prefer: 'respond-async' });
    expect(later.status).toBe(202);
    const over = await world.over((later.body as Body).id);
    expect(over.output).toEqual((first.body as Body).output);
  });

  it('that is not allowed is refused as short input is', async () => {
    const call = (body: object) => world.sut.call('POST /data/process', world.user.key).send(body);
    const filler = 'x'.repeat(300_000);
    const refusals = await Promise.all([
      call({ input_data: filler, options: { param1: 5 } }),
      call({ input_data: filler, other: 1 }),
      call({ input_data: filler.split('') }),
      call({ input_data: 'x'.repeat(1_048_577) }),
    ]);
    expect(
      refusals.map(({ status, body }) => [status, (body as { error: { details: string } }).error.details]),
    ).toEqual([
      [400, expect.stringContaining('options.param1')],
      [400, expect.stringContaining('other')],
      [400, expect.stringContaining('input_data')],
      [413, 'input_data is larger than 1048576 bytes'],
    ]);
  });
});
