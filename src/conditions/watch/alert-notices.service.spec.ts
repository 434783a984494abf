import type { ConnectorRegistry } from '../../channels/index.js';
import { ALERTS, type GatehouseConfig, WebhookConfig } from '../../config/index.js';

import type { ChannelHost } from '../../inbound/index.js';
import type { OperatorMessages } from '../../operator/index.js';
import type { WebhookOutbox } from '../../webhooks/index.js';
import { AlertNotices } from './alert-notices.service.js';

describe('the notices of alerts', () => {
  const isWanted = (events: readonly string[], to: readonly object[] = []) => {
    const list = [Object.assign(new WebhookConfig(), { id: 'ops', events })];
    const config = { get: (section: unknown) => (section === ALERTS ? { to } : { list }) };
    const sut = new AlertNotices(
      config as unknown as GatehouseConfig,
      {} as ConnectorRegistry,
      {} as ChannelHost,
      {} as OperatorMessages,
      {} as WebhookOutbox,
    );
    return [sut.isWanted, sut.isWantedOf('account-down'), sut.isWantedOf('disk-nearly-full')];
  };

  it.each<[readonly string[], readonly boolean[]]>([
    [['alert.raised'], [true, true, true]],
    [['alert.cleared'], [true, true, true]],
    [['channel.down'], [true, true, false]],
    [['channel.up'], [true, true, false]],
    [['message.failed'], [false, false, false]],
  ])('are wanted by a webhook for %j: %j', (events, wanted) => {
    expect(isWanted(events)).toEqual(wanted);
    expect(isWanted(events, [{ webhook: 'ops' }])).toEqual([true, true, true]);
  });
});
