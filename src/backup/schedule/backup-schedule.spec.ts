import { FakeClock } from '../../../test/support/fake-clock.js';
import type { GatehouseConfig } from '../../config/index.js';
import type { Database, Leadership } from '../../persistence/index.js';
import { BackupSchedule } from './backup-schedule.js';

describe('the schedule of backups', () => {
  /** What happened to the candidacy for making them. */
  let told: string[];
  let settings: { everyHours?: number };
  let change: () => void;
  const sut = () => {
    const config = {
      environment: { stateDir: '/nonexistent' },
      get: () => settings,
      onChange: (listener: () => void) => (change = listener),
    };
    const leadership = {
      campaign: () => {
        told.push('begun');
        return { withdraw: async () => void told.push('withdrawn') };
      },
    };
    return new BackupSchedule(
      config as unknown as GatehouseConfig,
      leadership as unknown as Leadership,
      { dialect: 'sqlite' } as Database,
      new FakeClock(),
    );
  };
  /** The change has been looked at; what it needs may still be being loaded. */
  const isBegun = async () => {
    await Promise.resolve();
    await Promise.resolve();
  };
  beforeEach(() => {
    [told, settings] = [[], {}];
  });

  it('leaves none behind that was just being started when the gateway stops', async () => {
    settings = { everyHours: 24 };
    const schedule = sut();
    schedule.onApplicationBootstrap();
    await isBegun();
    await schedule.onModuleDestroy();
    expect(told).toEqual(['begun', 'withdrawn']);
  });

  it('follows the setting as it is in the end, and makes backups once', async () => {
    const schedule = sut();
    schedule.onApplicationBootstrap();
    for (const everyHours of [24, 12, undefined, 6]) {
      settings = { ...(everyHours !== undefined && { everyHours }) };
      change();
      await isBegun();
    }
    await schedule.onModuleDestroy();
    const pairs = told.length / 2;
    expect(told).toEqual(Array.from({ length: pairs }, () => ['begun', 'withdrawn']).flat());
    expect(pairs).toBeGreaterThan(0);
  });
});
