import type { AdminClient } from './admin-client.js';
import type { User } from './answers.js';
import { CliFailure } from './failure.js';

/** The id of a user named by id or by address. */
export async function userId(admin: AdminClient, user: string): Promise<string> {
  if (!user.includes('@')) return user;
  const { items } = await admin.list<User>('/users', { email: user });
  const [found] = items;
  if (!found) throw new CliFailure(`No such user. (nobody has the address ${user})`);
  return found.id;
}

/** Where the admin API has a user named by id or by address. */
export const userPath = async (admin: AdminClient, user: string): Promise<string> =>
  `/users/${encodeURIComponent(await userId(admin, user))}`;
