import { Injectable } from '@nestjs/common';
import { Clock, GatehouseError, newId } from '../../common/index.js';
import { Database, type Tx } from '../../persistence/index.js';
import type { Actor } from '../actor/actor.js';
import { type AuditValues, difference, ending, making } from '../audit/audit-change.js';
import { AuditLog } from '../audit/audit-log.repository.js';
import { type NewUser, type User, type UserChange, UserRepository } from './user.repository.js';

/** Checking whether an address is free reads before it writes, so all processes do it one at a time. */
const ADDRESSES = 'users:email';
const ID = /^usr_[0-9a-z]{26}$/;

/** Throws when a user has changed since the caller read it. */
export type UserPrecondition = (current: User) => void;

const noPrecondition: UserPrecondition = () => undefined;

/** Accounts of the Data API. */
@Injectable()
export class Users {
  constructor(
    private readonly db: Database,
    private readonly repository: UserRepository,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Includes the user's identities; undefined for an unknown id of any form. */
  async find(id: string): Promise<User | undefined> {
    return ID.test(id) ? this.repository.find(id) : undefined;
  }

  /** @throws GatehouseError NOT_FOUND */
  async get(id: string): Promise<User> {
    return (await this.find(id)) ?? noSuchUser();
  }

  /** In the order of creation; with `email` only the user with this address, whatever its case. */
  async list(filter: { email?: string; after?: string; limit: number }): Promise<readonly User[]> {
    if (filter.email === undefined) return this.repository.page(filter);
    const user = await this.repository.findByEmail(filter.email);
    return user && user.id > (filter.after ?? '') ? [user] : [];
  }

  /** The user is active from the start. @throws GatehouseError CONFLICT when another user has the address. */
  create(actor: Actor, { email, displayName = localPart(email) }: NewUser): Promise<User> {
    return this.db.transaction(async (tx) => {
      await this.refuseTaken(tx, email);
      const now = this.clock.now();
      const times = { createdAt: now, updatedAt: now };
      const user: User = {
        id: newId('usr', now),
        displayName,
        email,
        status: 'active',
        ...times,
        identities: [],
      };
      await this.repository.insert(tx, user);
      const change = making(recorded(user));
      await this.audit.record(tx, actor, { action: 'user.created', subject: user.id, change });
      return user;
    });
  }

  /**
   * The keys of a disabled user are refused until the user is active again.
   * @param precondition throws when the user has changed since the caller read it; the user is locked meanwhile
   * @throws GatehouseError NOT_FOUND; CONFLICT when another user has the address.
   */
  update(
    actor: Actor,
    id: string,
    change: UserChange,
    precondition: UserPrecondition = noPrecondition,
  ): Promise<User> {
    return this.db.transaction(async (tx) => {
      const current = await this.readLocked(tx, id);
      precondition(current);
      const { email } = change;
      if (email !== undefined) await this.refuseTaken(tx, email, id);
      const user = { ...current, ...given(change), updatedAt: this.clock.now() };
      await this.repository.update(tx, user);
      const details = { changed: Object.keys(given(change)).join(', '), status: user.status };
      const values = difference(recorded(current), recorded(user));
      await this.audit.record(tx, actor, { action: 'user.updated', subject: id, details, change: values });
      return user;
    });
  }

  /**
   * Also deletes the user's keys and identities; grants stay. `precondition` is the same as for update. @throws
   * GatehouseError NOT_FOUND
   */
  async remove(actor: Actor, id: string, precondition: UserPrecondition = noPrecondition): Promise<void> {
    await this.db.transaction(async (tx) => {
      const user = await this.readLocked(tx, id);
      precondition(user);
      await this.repository.delete(tx, id);
      const values = ending(recorded(user));
      await this.audit.record(tx, actor, { action: 'user.deleted', subject: id, change: values });
    });
  }

  /**
   * Reads the user inside the transaction.
   * @param field the caller's name for the id
   * @throws GatehouseError NOT_FOUND, naming the field
   */
  async read(tx: Tx, id: string, field = 'id'): Promise<User> {
    return (ID.test(id) ? await this.repository.read(id, tx) : undefined) ?? noSuchUser(field);
  }

  /** Locks the user until the end of the transaction. */
  private async readLocked(tx: Tx, id: string): Promise<User> {
    await this.db.lockScope(tx, `users:${id}`);
    return this.read(tx, id);
  }

  private async refuseTaken(tx: Tx, email: string, exceptBy?: string): Promise<void> {
    await this.db.lockScope(tx, ADDRESSES);
    const owner = await this.repository.ownerOf(tx, email);
    if (owner === undefined || owner === exceptBy) return;
    throw new GatehouseError(
      'CONFLICT',
      'This email address is already in use.',
      'email belongs to another user',
    );
  }
}

function noSuchUser(field = 'id'): never {
  throw new GatehouseError('NOT_FOUND', 'No such user.', `no user has this ${field}`);
}

const localPart = (email: string): string => email.slice(0, email.lastIndexOf('@'));

/** A user as the audit log has it, in the words of the API. */
const recorded = ({ email, displayName, status }: User): AuditValues => ({
  email,
  display_name: displayName,
  status,
});

/** The change without the fields that were left out. */
const given = (change: UserChange): Partial<User> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
