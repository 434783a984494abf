import { cloudOf, isServiceUrl } from './cloud.js';

it.each([
  ['https://smba.botframework.azure.cn/x/', true],
  ['https://evilbotframework.azure.cn/', false],
  ['https://botframework.azure.cn/', false],
  ['https://botframework.azure.cn.evil.example/', false],
  ['http://smba.botframework.azure.cn/', false],
])('the token of a bot in China may go to %s: %s', (url, expected) => {
  expect(isServiceUrl(url, cloudOf('china'))).toBe(expected);
});
