import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from '../../../../test/support/certificate.js';
import { AgentRuntimeConfig } from '../../../config/index.js';
import { connectionNote } from './connection-note.js';
import { probeRuntime } from './probe-runtime.js';

const asked = {
  server: 'https://models.example.org/v1',
  api: { type: 'openai' },
  isVendors: false,
  timeoutMs: 3_500,
};
const noteOf = (code: string, isVendors = false) => {
  const { message, remedy } = connectionNote(Object.assign(new Error('with sk-secret'), { code }), {
    ...asked,
    isVendors,
  });
  return [message, remedy];
};

describe('a connection that fails', () => {
  it.each([
    ['ENOTFOUND', 'no address was found for models.example.org (ENOTFOUND)', 'Correct the name in {setting}'],
    ['ECONNREFUSED', 'https://models.example.org/v1 cannot be reached (ECONNREFUSED)', 'Start the server'],
    [
      'UND_ERR_CONNECT_TIMEOUT',
      'https://models.example.org/v1 did not answer within 3.5 s',
      'Start the server',
    ],
    ['CERT_HAS_EXPIRED', 'its certificate has expired', 'Renew the certificate'],
    ['CERT_NOT_YET_VALID', 'its certificate is not valid yet', "this machine's clock"],
    [
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'its certificate is for another name',
      'Use the name in its certificate',
    ],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'does not know the issuer of its certificate', 'NODE_EXTRA_CA_CERTS'],
    ['HPE_INVALID_CONSTANT', 'https://models.example.org/v1 answers, but not like', 'often ending in /v1'],
  ])('with %s says why and what to do', (code, why, remedy) => {
    expect(noteOf(code)).toEqual([expect.stringContaining(why), expect.stringContaining(remedy)]);
  });

  it.each(['ENOTFOUND', 'ECONNRESET', 'UND_ERR_CONNECT_TIMEOUT'])(
    'with %s to a vendor is a matter of the network',
    (code) => {
      expect(noteOf(code, true)[1]).toMatch(/^Check the internet access of this machine/);
    },
  );
});

describe('a server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-probe-'));
  const open: Server[] = [];
  afterEach(() => open.splice(0).forEach((server) => server.close()));
  afterAll(() => rmSync(folder, { recursive: true }));

  const messageAt = async (scheme: string, server: Server) => {
    open.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const baseUrl = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const settings = { type: 'ollama' as const, baseUrl, model: 'm' };
    const report = await probeRuntime(Object.assign(new AgentRuntimeConfig(), settings), 3_000);
    expect(report?.notes).toHaveLength(1);
    return report?.notes[0]?.message.replaceAll(baseUrl, '@');
  };

  it('with a certificate of its own is not trusted', async () => {
    const { certFile, keyFile } = makeCertificate(folder, 'models.test');
    const server = createHttps({ cert: readFileSync(certFile), key: readFileSync(keyFile) });
    expect(await messageAt('https', server)).toBe(
      '@: this machine does not know the issuer of its certificate (DEPTH_ZERO_SELF_SIGNED_CERT)',
    );
  });

  it('distinguishes plain HTTP from TLS', async () => {
    expect(await messageAt('https', createHttp())).toMatch(/^@: it does not speak TLS \(/);
  });

  it('that speaks no HTTP is no model', async () => {
    const ssh = createTcp((socket) => socket.on('error', () => undefined).end('SSH-2.0-OpenSSH_10\r\n'));
    expect(await messageAt('http', ssh)).toBe('@ answers, but not like ollama');
  });
});
