import { imbridgeSettings } from '../../../test/support/imbridge.js';
import { type ImbridgeSettings, isSameConnection } from './settings.js';

it.each<Partial<ImbridgeSettings>>([
  { serverUrl: 'http://127.0.0.1:2' },
  { password: 'another' },
  { webhookSecret: 'another' },
  { webhookPath: '/another' },
  { webhookUrl: 'http://192.168.1.10:3000' },
  { sendTimeoutMs: 1_000 },
  { maxAgeMs: 1_000 },
  { catchUpIntervalMs: 1_000 },
])('the change %j needs another connection', (change) => {
  expect(isSameConnection(imbridgeSettings(change), imbridgeSettings())).toBe(false);
});

it.each<Partial<ImbridgeSettings>>([{}, { dmPolicy: 'open' }, { groups: {} }, { textChunkLimit: 9 }])(
  'the change %j keeps the connection',
  (change) => {
    expect(isSameConnection(imbridgeSettings(change), imbridgeSettings())).toBe(true);
  },
);
