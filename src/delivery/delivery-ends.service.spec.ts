import type { Deliveries } from './deliveries.repository.js';
import { DeliveryEnds } from './delivery-ends.service.js';
import type { Delivery, DeliveryState } from './records/delivery.js';

describe('the end of a delivery', () => {
  /** A delivery that goes from state to state, one at each look, and stays in the last. */
  const make = (...states: readonly DeliveryState[]) => {
    let looks = 0;
    const get = async (id: string) =>
      ({ id, state: states[Math.min(looks++, states.length - 1)] }) as Delivery;
    const sut = new DeliveryEnds({ get } as unknown as Deliveries);
    return { sut, looks: () => looks };
  };

  it.each(['sent', 'dead'] as const)('is known at once when it is %s', async (state) => {
    const { sut, looks } = make(state);
    expect([await sut.waitFor('dlv_1', 60_000), looks()]).toEqual([{ id: 'dlv_1', state }, 1]);
  });

  it('is waited for', async () => {
    const { sut, looks } = make('queued', 'sending', 'unknown', 'sent');
    expect([(await sut.waitFor('dlv_1', 60_000)).state, looks()]).toEqual(['sent', 4]);
  });

  it('is waited for no longer than asked, and not beyond the end of the program', async () => {
    expect((await make('queued', 'sending').sut.waitFor('dlv_1', 1)).state).toBe('sending');
    const { sut } = make('queued');
    const waiting = sut.waitFor('dlv_1', 600_000);
    sut.onModuleDestroy();
    expect((await waiting).state).toBe('queued');
  });
});
