import { createElement } from 'preact';
import { fakePage } from '../../testing/page.js';
import type * as ofResource from './resource.js';

describe('what a page reads', () => {
  let world: Awaited<ReturnType<typeof fakePage>>;
  let useResource: (typeof ofResource)['useResource'];
  let readings: PromiseWithResolvers<string>[];
  let resource: ofResource.Resource<string>;
  beforeAll(async () => {
    world = await fakePage();
    ({ useResource } = await import('./resource.js'));
  });
  beforeEach(() => (readings = []));
  afterEach(() => world.end());

  const Probe = ({ name }: { readonly name: string }) => {
    resource = useResource(name, () => {
      const reading = Promise.withResolvers<string>();
      readings.push(reading);
      return reading.promise;
    });
    return null;
  };
  const show = (name = 'user 1') => world.draw(createElement(Probe, { name }));
  const reread = () => world.act(() => void resource.reread());
  const answer = (at: number, text: string) => world.act(() => readings[at]!.resolve(text));
  const fail = (at: number) => world.act(() => readings[at]!.reject(new Error('no answer')));

  it('is what was asked for last, whichever answer comes last', async () => {
    await show();
    await reread();
    await answer(1, 'after the change');
    await answer(0, 'before it');
    expect(resource.data).toBe('after the change');
  });

  it('is the earlier answer until the later one is there', async () => {
    await show();
    await reread();
    await answer(0, 'before the change');
    expect(resource.data).toBe('before the change');
    await answer(1, 'after it');
    expect(resource.data).toBe('after it');
  });

  it('stays where it is read again without success, also where an earlier reading fails late', async () => {
    await show();
    await answer(0, 'one');
    await reread();
    await fail(1);
    expect([resource.data, resource.failure?.code]).toEqual(['one', 'PAGE']);
    await reread();
    await reread();
    await answer(3, 'two');
    await fail(2);
    expect([resource.data, resource.failure]).toEqual(['two', undefined]);
  });

  it('is forgotten with what it depends on, and a late answer about that is no answer', async () => {
    await show();
    await answer(0, 'one');
    await reread();
    await show('user 2');
    expect(resource.data).toBeUndefined();
    await answer(1, 'late');
    expect(resource.data).toBeUndefined();
    await answer(2, 'two');
    expect(resource.data).toBe('two');
  });
});
