import { wholeApp } from '../support/whole-app.js';

interface Window {
  readonly used: number;
  readonly limit: number;
  readonly resets_at: string | null;
}
interface Key {
  readonly id: string;
  readonly key: string;
  readonly usage: Readonly<Record<'minute' | 'hour' | 'day', Window>>;
}

describe.each(['SQLite', 'PostgreSQL'] as const)('the usage of API keys on %s', (kind) => {
  const world = wholeApp(kind, { dataApi: { limits: { perMinute: 40, perHour: 5_000, perDay: 100_000 } } });
  const makeUser = async () =>
    (await world.call<{ id: string }>('POST /admin/v1/users', { email: 'ann@example.com' })).body.id;
  const makeKey = async (user: string, body: object = {}) =>
    (await world.call<Key>(`POST /admin/v1/users/${user}/keys`, body)).body;
  const usageOf = async (user: string) => {
    const { body } = await world.call<{ items: Key[] }>(`GET /admin/v1/users/${user}/keys`);
    return new Map(body.items.map(({ id, usage }) => [id, usage]));
  };
  const use = async ({ key }: Key, times: number) => {
    const found: number[] = [];
    for (let n = 0; n < times; n++) found.push((await world.call('GET /v1/account', undefined, key)).status);
    return found;
  };

  it('is exact after each call, refused ones included, with the end of each window', async () => {
    const user = await makeUser();
    const key = await makeKey(user, { limits: { per_minute: 3 } });
    const unused = { used: 0, resets_at: null };
    expect((await usageOf(user)).get(key.id)).toEqual({
      minute: { ...unused, limit: 3 },
      hour: { ...unused, limit: 5_000 },
      day: { ...unused, limit: 100_000 },
    });
    for (let calls = 1; calls <= 5; calls++) {
      expect(await use(key, 1)).toEqual([calls <= 3 ? 200 : 429]);
      const { minute, hour, day } = (await usageOf(user)).get(key.id)!;
      expect([minute.used, hour.used, day.used]).toEqual([calls, calls, calls]);
      const [inMinute, inDay] = [minute, day].map(({ resets_at }) => Date.parse(resets_at!));
      expect(inDay! - inMinute!).toBeCloseTo(86_340_000, -4);
    }
  });

  it('is counted for a key together with those that it has made, and for no other', async () => {
    const user = await makeUser();
    const [maker, other] = [await makeKey(user), await makeKey(user)];
    const { body: made } = await world.call<Key>('POST /v1/account/keys', {}, maker.key);
    await use(made, 2);
    await use(other, 1);
    const usage = await usageOf(user);
    const used = [maker, made, other].map(({ id }) => usage.get(id)?.hour.used);
    expect(used).toEqual([3, 3, 1]);
  });
});
