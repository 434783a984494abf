import type { AdminClient } from './admin-client.js';
import type { Channel } from './answers.js';

/** All that is known of the channels; deep = every service behind them is asked how it is. */
export async function channelDetailsOf(admin: AdminClient, isDeep: boolean): Promise<readonly Channel[]> {
  const { items } = await admin.list<Channel>('/channels');
  if (!isDeep) return items;
  return Promise.all(items.map((each) => admin.get<Channel>(`/channels/${each.channel}`, { deep: 'true' })));
}
