import { eventually } from './eventually.js';

describe('a wait for a condition', () => {
  const { GATEHOUSE_TEST_SLOWNESS: measured } = process.env;
  afterEach(() => (process.env.GATEHOUSE_TEST_SLOWNESS = measured));

  it('fails after its limit times the slowness of the machine', async () => {
    process.env.GATEHOUSE_TEST_SLOWNESS = '2.5';
    await expect(eventually(() => false, { timeoutMs: 10, what: 'Godot' })).rejects.toThrow(
      'Godot did not come true within 25 ms',
    );
  });

  it('ends with its condition, whatever the limit', async () => {
    let asked = 0;
    await eventually(() => ++asked === 3, { timeoutMs: 3_600_000 });
    expect(asked).toBe(3);
  });
});
