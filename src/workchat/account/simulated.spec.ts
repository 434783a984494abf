import { WorkplaceSimulator } from '../../../simulators/index.js';
import { simulatedSettings } from './simulated.js';

it('the settings for a simulated platform are those that the simulator gives', async () => {
  const cloud = await WorkplaceSimulator.start();
  const { enabled, ...settings } = cloud.settings;
  await cloud.stop();
  // Here each of its hosts has any free port; from a given one on, they have the next ones.
  const port = (url: string) => Number(new URL(url).port);
  const { loginUrl, graphUrl } = settings.cloud;
  const text = JSON.stringify(simulatedSettings(4500));
  const expected = JSON.stringify(settings)
    .replaceAll(`:${port(loginUrl)}`, ':4500')
    .replaceAll(`:${port(graphUrl)}`, ':4502');
  expect([enabled, JSON.parse(text)]).toEqual([true, JSON.parse(expected)]);
});
