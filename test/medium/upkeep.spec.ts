import type { AccountId, AccountSettings, ConnectorRegistry } from '../../src/channels/index.js';
import { SystemClock } from '../../src/common/index.js';
import { AccountStatesRepository } from '../../src/inbound/channel-host/account-states.repository.js';
import { AccountStates } from '../../src/inbound/channel-host/account-states.service.js';
import { ChannelHost } from '../../src/inbound/index.js';
import type { Leadership } from '../../src/persistence/index.js';
import { openLeadership } from '../../src/persistence/open.js';
import { DATABASES, type TestDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FakeConnector } from '../support/fake-connector.js';

/** A channel with upkeep, whose accounts the configuration adds and removes. */
class KeptConnector extends FakeConnector {
  configured: AccountSettings[] = [this.settings];
  /** The values of the calls that start or end its duty, in order. */
  readonly told: boolean[] = [];
  gone: Promise<unknown> = Promise.resolve();

  override accounts(): readonly AccountSettings[] {
    return this.configured;
  }

  setUpkeep(_account: AccountId, isOnDuty: boolean): void {
    this.told.push(isOnDuty);
  }

  override async disconnect(): Promise<void> {
    await this.gone;
  }
}

describe.each(DATABASES)('the upkeep of an account on %s', (_, open) => {
  let database: TestDatabase;
  const leaderships: Leadership[] = [];

  beforeEach(async () => {
    database = await open();
  });
  afterEach(async () => {
    await Promise.all(leaderships.splice(0).map((leadership) => leadership.resign()));
    await database.close();
  });

  const leases = () => database.db.on().selectFrom('leases').select('name').execute();
  const startHost = async () => {
    const connector = new KeptConnector();
    const leadership = await openLeadership(database.db);
    leaderships.push(leadership);
    const registry = { all: () => [connector], local: () => [] } as unknown as ConnectorRegistry;
    const deliveries = { remoteIsBack: () => Promise.resolve() };
    const host = new ChannelHost(
      registry,
      { sinkFor: (_channel: unknown, state: unknown) => ({ state }) } as never,
      deliveries as never,
      leadership,
      new AccountStates(new AccountStatesRepository(database.db), new SystemClock()),
    );
    host.connectAll();
    return { connector, host };
  };
  const isOnDuty = ({ told }: KeptConnector) => told.at(-1) === true;

  it('is released after a removed account has disconnected, and taken again with the account', async () => {
    const { connector, host } = await startHost();
    await eventually(() => isOnDuty(connector), { what: 'the duty' });
    const held = await leases();
    const disconnected = Promise.withResolvers<null>();
    connector.gone = disconnected.promise;
    const { configured } = connector;
    connector.configured = [];
    host.followAccounts();
    expect(await leases()).toEqual(held);
    disconnected.resolve(null);
    await eventually(async () => (await leases()).length === 0, { what: 'the end of the lease' });
    connector.configured = configured;
    host.followAccounts();
    await eventually(() => connector.told.length === 4 && isOnDuty(connector), { what: 'the duty again' });
    expect(connector.told).toEqual([false, true, false, true]);
  });
});
