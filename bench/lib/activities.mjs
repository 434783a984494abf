import { randomUUID } from 'node:crypto';

/** @returns a message in the platform's format (workchat-wire 1.3), in the personal chat of one of many people */
export function personalMessages({ id: bot, tenantId }, serviceUrl) {
  let id = Date.now();
  const people = new Map();
  const personOf = (chat) => {
    if (!people.has(chat)) people.set(chat, { aadObjectId: randomUUID(), chat: `a:${randomUUID()}` });
    return people.get(chat);
  };
  return (chat, text) => {
    const { aadObjectId, chat: conversation } = personOf(chat);
    return JSON.stringify({
      type: 'message',
      id: String(id++),
      timestamp: new Date().toISOString(),
      localTimestamp: new Date().toISOString(),
      localTimezone: 'Europe/Madrid',
      serviceUrl,
      channelId: 'msteams',
      from: { id: `29:person-${chat}`, name: `Person ${chat}`, aadObjectId },
      conversation: { conversationType: 'personal', tenantId, id: conversation },
      recipient: { id: bot, name: 'Assistant' },
      textFormat: 'plain',
      text,
      locale: 'en-GB',
      entities: [
        {
          locale: 'en-GB',
          country: 'ES',
          platform: 'Windows',
          timezone: 'Europe/Madrid',
          type: 'clientInfo',
        },
      ],
      channelData: { tenant: { id: tenantId }, source: { name: 'message' } },
    });
  };
}
