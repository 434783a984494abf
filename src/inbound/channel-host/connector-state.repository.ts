import { Injectable } from '@nestjs/common';
import { type AccountId, type ChannelId, ConnectorState } from '../../channels/index.js';
import { Clock } from '../../common/index.js';
import { Database } from '../../persistence/index.js';

/** Keeps the memory of connectors in the database. */
@Injectable()
export class ConnectorStateRepository extends ConnectorState {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async get(channel: ChannelId, account: AccountId, key: string): Promise<string | undefined> {
    const row = await this.rows(channel, account).where('key', '=', key).executeTakeFirst();
    return row?.value;
  }

  override async list(
    channel: ChannelId,
    account: AccountId,
    prefix: string,
  ): Promise<ReadonlyMap<string, string>> {
    const rows = await this.rows(channel, account)
      .where('key', '>=', prefix)
      .where('key', '<', `${prefix}\u{10FFFF}`)
      .execute();
    return new Map(rows.map(({ key, value }) => [key, value]));
  }

  override async set(channel: ChannelId, account: AccountId, key: string, value: string): Promise<void> {
    const updated_at = this.clock.now();
    await this.db.transaction((tx) =>
      this.db
        .on(tx)
        .insertInto('connector_state')
        .values({ channel, account, key, value, updated_at })
        .onConflict((conflict) =>
          conflict.columns(['channel', 'account', 'key']).doUpdateSet({ value, updated_at }),
        )
        .execute(),
    );
  }

  override async add(channel: ChannelId, account: AccountId, key: string, value: string): Promise<boolean> {
    const updated_at = this.clock.now();
    const { numInsertedOrUpdatedRows } = await this.db.transaction((tx) =>
      this.db
        .on(tx)
        .insertInto('connector_state')
        .values({ channel, account, key, value, updated_at })
        .onConflict((conflict) => conflict.columns(['channel', 'account', 'key']).doNothing())
        .executeTakeFirstOrThrow(),
    );
    return numInsertedOrUpdatedRows === 1n;
  }

  override async delete(channel: ChannelId, account: AccountId, key: string): Promise<void> {
    await this.db.transaction((tx) =>
      this.db
        .on(tx)
        .deleteFrom('connector_state')
        .where('channel', '=', channel)
        .where('account', '=', account)
        .where('key', '=', key)
        .execute(),
    );
  }

  private rows(channel: ChannelId, account: AccountId) {
    return this.db
      .on()
      .selectFrom('connector_state')
      .select(['key', 'value'])
      .where('channel', '=', channel)
      .where('account', '=', account);
  }
}
