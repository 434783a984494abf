// Gateways beside one another: each between a bridge of its own and a model, measured in turns, so that other load on the
// machine affects all of them alike. Used by measurements of what a feature costs.
import { LOAD } from './load.mjs';
import { People } from './people.mjs';
import { startGateway } from './process.mjs';
import { median } from './stats.mjs';
import { fastBridge } from '../reference/fast-bridge.mjs';

/** @param options as those of `startGateway` */
export async function startSide(config, options) {
  const bridge = await fastBridge();
  const imbridge = { serverUrl: bridge.url, password: 'bench', dmPolicy: 'open' };
  const gateway = await startGateway({ ...LOAD, ...config, channels: { imbridge } }, options);
  const people = new People(bridge, [gateway]);
  const stop = async () => (await gateway.dispose(), await bridge.stop());
  return { gateway, people, stop, rounds: [] };
}

export const steady = (perSecond, seconds) => (people) =>
  people.steady({ chats: perSecond / 2, perSecond, seconds });
export const hardest = (seconds) => (people) => people.saturate({ chats: 100, seconds });

/** CPU of all threads for a message, ms. */
async function cpuOf({ gateway, people }, load) {
  const before = gateway.cpuSeconds();
  const { sent, lost, doubled } = await load(people);
  if (lost + doubled > 0) throw new Error(`lost ${lost}, doubled ${doubled}`);
  return ((gateway.cpuSeconds() - before) * 1_000) / sent;
}

/** All sides in turns, each time in the other order. @returns the CPU per message of each side's rounds */
export async function inTurns(sides, rounds, load) {
  for (const side of sides) side.rounds = [];
  for (let round = 0; round < rounds; round++)
    for (const side of round % 2 ? sides.toReversed() : sides) side.rounds.push(await cpuOf(side, load));
  return sides.map((side) => side.rounds);
}

/** The median of the ratios of rounds beside one another. */
export function ratioOf(rounds, others) {
  const ratios = rounds.map((ms, n) => ms / others[n]);
  const [from, to] = [Math.min(...ratios), Math.max(...ratios)].map((each) => each.toFixed(2));
  return {
    ratio: median(ratios),
    detail: `${median(rounds).toFixed(3)} ms against ${median(others).toFixed(3)} ms, ${from} to ${to}`,
  };
}
