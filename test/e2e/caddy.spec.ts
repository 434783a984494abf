import { freePort } from '../support/free-port.js';
import { itWith } from '../support/needs.js';
import { Caddy } from './support/caddy.js';
import { GatewayProcess } from './support/gateway-process.js';

itWith('caddy')(
  'Caddy with the shipped example forwards only named paths, however a path is spelt',
  async () => {
    const gateway = new GatewayProcess({ gateway: { trustedProxies: ['127.0.0.1'] } });
    const caddy = new Caddy();
    try {
      await gateway.start();
      await caddy.start(gateway.url);
      const authorization = { Authorization: `Bearer ${gateway.token}` };
      for (const [path, ours, theirs] of [
        ['/healthz', 200, 200],
        ['/imbridge-webhook', 404, 404],
        // No workplace chat listens.
        ['/api/messages', 502, 502],
        ['/api/messages/x', 404, 404],
        ['/admin/v1/status', 200, 404],
        ['/docs', 200, 404],
        ['/metrics', 404, 404],
        ['//admin/v1/status', 400, 400],
        ['/v1/../admin/v1/status', 400, 400],
        ['/admin/v1/users/..%2f..%2f..%2fv1%2fx', 400, 400],
        ['/admin/v1/users/%2e%2e/%2e%2e/%2e%2e/v1/x', 400, 400],
        ['/v1%5C..%5cadmin', 400, 400],
        ['/v1\\..\\admin', 400, 400],
        // Plain HTTP reaches the gateway here, which refuses it for the Data API alone.
        ['/v1/x?next=%2f..%2f', 403, 403],
      ] as const)
        expect([
          path,
          await caddy.status(path, authorization),
          await caddy.status(path, authorization, '127.0.0.2'),
        ]).toEqual([path, ours, theirs]);
    } finally {
      await caddy.stop();
      await gateway.dispose();
    }
  },
);

itWith('caddy')('Caddy with the shipped example passes over a replica that is gone', async () => {
  const gateway = new GatewayProcess({ gateway: { trustedProxies: ['127.0.0.1'] } });
  const caddy = new Caddy();
  try {
    await gateway.start();
    await caddy.start(`http://127.0.0.1:${await freePort()}`, gateway.url);
    const calls = Array.from({ length: 10 }, () => caddy.status('/healthz'));
    expect(new Set(await Promise.all(calls))).toEqual(new Set([200]));
  } finally {
    await caddy.stop();
    await gateway.dispose();
  }
});
