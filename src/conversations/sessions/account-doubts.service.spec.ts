import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { ConnectorRegistry } from '../../channels/index.js';
import type { GatehouseConfig } from '../../config/index.js';
import { AccountDoubts } from './account-doubts.service.js';

const ONE = 'channels.imbridge.allowFrom[0] is no phone number';
const OTHER = 'channels.imbridge.allowFrom[1] is no phone number';

describe('settings without effect', () => {
  let doubts: string[];
  let change: () => void;
  let warn: jest.SpiedFunction<Logger['warn']>;
  let sut: AccountDoubts;
  beforeEach(() => {
    doubts = [];
    warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const accounts = () => [{ doubts }, { doubts }, {}];
    const registry = { all: () => [{ accounts }] } as unknown as ConnectorRegistry;
    const config = { onChange: (listener: () => void) => (change = listener) } as unknown as GatehouseConfig;
    sut = new AccountDoubts(config, registry);
    sut.onModuleInit();
  });
  afterEach(() => jest.restoreAllMocks());

  it('are logged once at the start, and listed for the status', () => {
    doubts = [ONE];
    sut.onApplicationBootstrap();
    expect(warn.mock.calls).toEqual([[ONE]]);
    expect(sut.list()).toEqual([ONE]);
  });

  it('are logged when a change adds them, and again when it adds them back', () => {
    sut.onApplicationBootstrap();
    expect(warn).not.toHaveBeenCalled();
    for (const now of [[ONE], [ONE, OTHER], [], [ONE]]) {
      doubts = now;
      change();
    }
    expect(warn.mock.calls).toEqual([[ONE], [OTHER], [ONE]]);
  });
});
