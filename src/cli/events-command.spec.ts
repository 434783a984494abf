import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cliWorld, refusal } from '../../test/support/cli-world.js';
import type { AdminClient } from './gateway/admin-client.js';
import { follow } from './gateway/follow.js';

const { gateway, shell } = cliWorld();
const EVENTS =
  'id: 1\nevent: pairing\ndata: {"channel":"imbridge","code":"K7QX4MNP","grant":null}\n\n' +
  'id: 2\nevent: message\ndata: {"text":"hi \\u001b[31m"}\n\n';

describe('events --follow', () => {
  it('prints each event on a line without control characters', async () => {
    gateway.answers.set('GET /events', [200, EVENTS]);
    const { code, stdout, stderr } = await shell.run('events', '--follow');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe('pairing: channel=imbridge  code=K7QX4MNP\nmessage: text=hi \ufffd[31m\n');
  });

  it('prints no hints, which have nothing to show', async () => {
    gateway.answers.set('GET /events', [
      200,
      `id: 0\nevent: gap\ndata: {}\n\n${EVENTS}event: delivery\ndata: {}\n\n`,
    ]);
    for (const options of [[], ['--json']]) {
      const { stdout } = await shell.run('events', '--follow', ...options);
      expect(stdout.trim().split('\n')).toHaveLength(2);
    }
  });

  it('prints a JSON object with its id on each line with --json', async () => {
    gateway.answers.set('GET /events', [200, EVENTS]);
    const { stdout } = await shell.run('events', '--follow', '--json', '--since', '0');
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { id: '1', event: 'pairing', data: { code: 'K7QX4MNP', grant: null } },
      { id: '2', event: 'message' },
    ]);
  });

  it('ends with 0 and no output on Ctrl-C before the gateway has answered', async () => {
    const silent = createServer(() => shell.interruption.abort());
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    shell.knows(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    try {
      expect(await shell.run('events', '--follow')).toEqual({ code: 0, stdout: '', stderr: '' });
    } finally {
      silent.close();
    }
  });

  it('shows a character whose bytes arrive in two pieces', async () => {
    const bytes = Buffer.from('data: "Grüße 👋🏽"\n\n');
    // Not by a server, whose pieces the network may join.
    const stream = async function* () {
      for (const byte of bytes) yield await Promise.resolve(Uint8Array.of(byte));
    };
    const shown: string[] = [];
    const show = ({ data }: { readonly data: string }) => shown.push(data);
    await follow({ stream } as unknown as AdminClient, '/events', {
      signal: shell.interruption.signal,
      show,
    });
    expect(shown).toEqual(['"Grüße 👋🏽"']);
  });

  it("fails with the gateway's message", async () => {
    gateway.answers.set('GET /events', refusal(503, 'Too many open streams.', ''));
    expect(await shell.run('events', '--follow')).toMatchObject({ code: 1, stdout: '' });
    expect((await shell.run('events')).code).toBe(2);
  });
});
