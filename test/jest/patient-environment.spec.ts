/** @jest-environment-options {"slowness": 3} */

/** Jest's own record of the running test and its hooks. */
interface State {
  readonly testTimeout: number;
  readonly currentlyRunningTest: Limited & { readonly parent: { readonly hooks: readonly Limited[] } };
}
interface Limited {
  readonly timeout: number | undefined;
}

const stateOfJest = (): State => {
  const name = Object.getOwnPropertySymbols(globalThis).find(
    (each) => each.description === 'JEST_STATE_SYMBOL',
  );
  return (globalThis as unknown as Record<symbol, State>)[name!]!;
};

describe('on a machine three times as slow', () => {
  beforeEach(() => undefined, 2_000);

  it('a test without a limit of its own has three times that of jest.config.mjs', () => {
    expect(stateOfJest().testTimeout).toBe(180_000);
    expect(stateOfJest().currentlyRunningTest.timeout).toBeUndefined();
  });

  it.each(['each', 'row'])(
    'a limit given as a number is three times as long, in a table by %s',
    () => {
      expect(stateOfJest().currentlyRunningTest.timeout).toBe(15_000);
    },
    5_000,
  );

  it('a limit of a hook is three times as long, however often the hook runs', () => {
    expect(stateOfJest().currentlyRunningTest.parent.hooks).toMatchObject([{ timeout: 6_000 }]);
  });
});
