import { Injectable } from '@nestjs/common';
import type { User } from './user.js';
import { UserRepository } from './user.repository.js';

/** Accounts of the Data API. */
@Injectable()
export class Users {
  constructor(private readonly repository: UserRepository) {}

  /** With identities; undefined for an id that names nobody. */
  find(id: string): Promise<User | undefined> {
    return this.repository.find(id);
  }
}
