import { startOnFreePort } from './demo.js';

const taken = new Error('another program listens there already', { cause: { code: 'EADDRINUSE' } });

/** A start that finds the given ports taken. */
function startWithout(...ports: readonly number[]) {
  const tried: number[] = [];
  const start = async (port: number): Promise<string> => {
    tried.push(port);
    if (ports.includes(port)) throw taken;
    return `gateway at ${port}`;
  };
  return { tried, start };
}

describe("the demo's port", () => {
  it('is 3000', async () => {
    const { tried, start } = startWithout();
    expect(await startOnFreePort(start, undefined)).toBe('gateway at 3000');
    expect(tried).toEqual([3000]);
  });

  it('is a free one when 3000 is taken by the time the gateway listens', async () => {
    const { tried, start } = startWithout(3000);
    expect(await startOnFreePort(start, undefined)).toBe('gateway at 0');
    expect(tried).toEqual([3000, 0]);
  });

  it('is the wanted one, or the demo fails', async () => {
    const { tried, start } = startWithout(4000);
    await expect(startOnFreePort(start, 4000)).rejects.toBe(taken);
    expect(tried).toEqual([4000]);
  });

  it('does not change for another failure', async () => {
    const broken = () => Promise.reject(new Error('the disk is full'));
    await expect(startOnFreePort(broken, undefined)).rejects.toThrow('the disk is full');
  });
});
