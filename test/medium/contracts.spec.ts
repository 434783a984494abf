import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createClient from 'openapi-fetch';
import { type RunningGateway, startGateway } from '../../src/gateway.js';
import type { paths } from '../support/data-api.generated.js';

const TOKEN = 'the-owner-token-of-the-contract-test';

interface Served {
  readonly servers: readonly { readonly url: string }[];
}

describe.each([undefined, 'https://chat.example.org', 'https://chat.example.org:8443/'])(
  'the contracts of a gateway with the public address %s',
  (publicUrl) => {
    const stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-contracts-'));
    let gateway: RunningGateway;
    beforeAll(async () => {
      const config = { logging: { level: 'silent' }, gateway: { port: 0, publicUrl } };
      writeFileSync(join(stateDir, 'gatehouse.json'), JSON.stringify(config));
      gateway = await startGateway({
        env: { GATEHOUSE_STATE_DIR: stateDir, GATEHOUSE_ADMIN_TOKEN: TOKEN },
      });
    });
    afterAll(async () => {
      await gateway.stop();
      rmSync(stateDir, { recursive: true });
    });

    /** The addresses of an API, for a program that has read its contract. */
    const basesIn = async (name: string): Promise<string[]> => {
      const address = `${gateway.url}/openapi/${name}.json`;
      const { servers } = (await (await fetch(address)).json()) as Served;
      return servers.map(({ url }) => new URL(url, address).href);
    };

    it('have it as their first server, then the address at which they are read', async () => {
      for (const [name, prefix] of [
        ['data-api.v1', '/v1'],
        ['admin.v1', '/admin/v1'],
      ] as const) {
        const others = publicUrl === undefined ? [] : [new URL(prefix, publicUrl).href];
        expect(await basesIn(name)).toEqual([...others, `${gateway.url}${prefix}`]);
      }
    });

    it('give a generated client a base address that ends in /v1, and works', async () => {
      const [admin, baseUrl] = await Promise.all([basesIn('admin.v1'), basesIn('data-api.v1')]).then((all) =>
        all.map((bases) => bases.at(-1)!),
      );
      const make = async (path: string, body: object) => {
        const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
        const made = await fetch(`${admin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
        return (await made.json()) as { id: string; key: string };
      };
      const { id } = await make('/users', { email: 'robin@example.com' });
      const { key } = await make(`/users/${id}/keys`, {});
      expect(baseUrl).toMatch(/\/v1$/);
      const client = createClient<paths>({ baseUrl: baseUrl!, headers: { Authorization: `Bearer ${key}` } });
      expect((await client.GET('/users/{id}', { params: { path: { id } } })).data).toMatchObject({ id });
      const { data } = await client.POST('/data/process', { body: { input_data: 'a,b\n1,2\n' } });
      expect(data).toMatchObject({ status: 'completed' });
    });
  },
);
