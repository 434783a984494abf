import { Injectable } from '@nestjs/common';
import { Database, type Row } from '../../persistence/index.js';

const COLUMNS = ['channel', 'account', 'conversation_id', 'kind'] as const;

/** A conversation that had an event. */
export type Place = Pick<Row<'conversations'>, (typeof COLUMNS)[number]>;

/** Reads which places there are. */
@Injectable()
export class PlacesRepository {
  constructor(private readonly db: Database) {}

  find(id: string): Promise<Place | undefined> {
    return this.db.on().selectFrom('conversations').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  }

  /** The place with this id of the channel's own. */
  named({ channel, account, conversation_id }: Omit<Place, 'kind'>): Promise<Place | undefined> {
    return this.db
      .on()
      .selectFrom('conversations')
      .select(COLUMNS)
      .where('channel', '=', channel)
      .where('account', '=', account)
      .where('conversation_id', '=', conversation_id)
      .executeTakeFirst();
  }
}
