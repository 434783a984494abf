// `node healthcheck.mjs [PATH]`: exits with 0 if this container's gateway answers PATH (default /healthz) with 2xx, and
// with 1 otherwise. The gateway writes its address and its certificate's path into its state directory.
import { readFileSync } from 'node:fs';
import { get as getPlain } from 'node:http';
import { get as getTls } from 'node:https';
import { homedir } from 'node:os';
import { join } from 'node:path';

const [path = '/healthz'] = process.argv.slice(2);
const stateDir = process.env.GATEHOUSE_STATE_DIR || join(homedir(), '.gatehouse');

try {
  const { url, certFile } = JSON.parse(readFileSync(join(stateDir, 'gateway.json'), 'utf8'));
  const get = certFile ? getTls : getPlain;
  const trust = certFile && { ca: readFileSync(certFile), checkServerIdentity: () => undefined };
  get(new URL(path, url), { ...trust, timeout: 4000 }, ({ statusCode }) =>
    end(statusCode < 300, `${statusCode}`),
  )
    .on('timeout', () => end(false, 'no answer within 4 s'))
    .on('error', ({ message }) => end(false, message));
} catch (error) {
  end(false, error.message);
}

function end(isHealthy, reason) {
  console.log(`${path}: ${reason}`);
  process.exit(isHealthy ? 0 : 1);
}
