import { Webhook } from 'standardwebhooks';
import { webhookKey } from '../../config/index.js';
import { signatureOf } from './webhook-post.js';

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
const keyOf = (secret: string) => webhookKey(secret)!;
const now = () => Math.floor(Date.now() / 1_000);
const [NEW, OLD, FOREIGN] = [secretOf(1), secretOf(2), secretOf(3)];

const signed = (secrets: readonly string[], timestamp = now()) => {
  const message = { id: 'msg_1', timestamp, body: '{"type":"message.received","data":{"text":"ä 𝕏"}}' };
  return {
    body: message.body,
    headers: {
      'webhook-id': message.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureOf(message, secrets.map(keyOf)),
    },
  };
};
const verify = ({ body, headers }: ReturnType<typeof signed>, secret: string) =>
  new Webhook(secret).verify(body, headers);

describe('a signature', () => {
  it('is the one that the reference library makes', () => {
    const at = new Date(1_700_000_000_000);
    const body = '{"a":1}';
    expect(signatureOf({ id: 'msg_1', timestamp: 1_700_000_000, body }, [keyOf(NEW)])).toBe(
      new Webhook(NEW).sign('msg_1', at, body),
    );
  });

  it('is accepted by receivers with either key while keys change', () => {
    const message = signed([NEW, OLD]);
    expect(message.headers['webhook-signature'].split(' ')).toHaveLength(2);
    for (const secret of [NEW, OLD])
      expect(verify(message, secret)).toMatchObject({ type: 'message.received' });
  });

  it.each([
    ['with another key', () => signed([FOREIGN])],
    ['of another body', () => ({ ...signed([NEW]), body: '{}' })],
    ['of another time', () => signed([NEW], now() - 3_600)],
  ])('%s is refused by the reference library', (_, make) => {
    expect(() => verify(make(), NEW)).toThrow();
  });
});

describe('a secret', () => {
  it.each([
    ['24 bytes', secretOf(1).replace(/.*/, `whsec_${Buffer.alloc(24).toString('base64')}`), 24],
    ['64 bytes', `whsec_${Buffer.alloc(64).toString('base64')}`, 64],
    ['23 bytes', `whsec_${Buffer.alloc(23).toString('base64')}`, undefined],
    ['65 bytes', `whsec_${Buffer.alloc(65).toString('base64')}`, undefined],
    ['no prefix', Buffer.alloc(32).toString('base64'), undefined],
    ['base64 that is cut', `whsec_${'A'.repeat(41)}`, undefined],
    ['base64url', `whsec_${'-_'.repeat(20)}`, undefined],
  ])('of %s is read as it should be', (_, secret, bytes) => {
    expect(webhookKey(secret)?.length).toBe(bytes);
  });
});
