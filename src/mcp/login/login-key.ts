import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { GatehouseConfig, readRegularFile, replaceFile } from '../../config/index.js';
import { LoginSeal } from './login-seal.js';

const VARIABLE = 'GATEHOUSE_SECRET_KEY';
const FILE = 'secret-key';
/** A shorter one may be found by trying. */
const SAFE_CHARS = 32;
const KEY_BYTES = 32;

/** There is no key to store a login with. The message says what to do. */
export class NoLoginKey extends Error {
  override readonly name = 'NoLoginKey';
}

/**
 * The key that logins are stored with: `GATEHOUSE_SECRET_KEY`, which replicas must share, or with the embedded database a
 * file of the state dir, made when it is first needed.
 */
@Injectable()
export class LoginKey {
  private known: LoginSeal | undefined;

  constructor(private readonly config: GatehouseConfig) {}

  /** @throws NoLoginKey; the system's error when the file cannot be written */
  seal(): LoginSeal {
    return (this.known ??= new LoginSeal(this.secret()));
  }

  private secret(): string {
    const { variable, databaseUrl, stateDir } = this.config.environment;
    const { value, problems = [] } = variable?.(VARIABLE) ?? {};
    const [problem] = problems;
    if (problem) throw new NoLoginKey(`${problem.path} ${problem.message}`);
    if (value !== undefined) return checked(value, VARIABLE);
    if (databaseUrl !== undefined)
      throw new NoLoginKey(
        `set ${VARIABLE} to the same secret for every process that shares this database (\`openssl rand -base64 32\`)`,
      );
    return secretIn(join(stateDir, FILE));
  }
}

/** The secret in a file of our own, which is made if it is not there. */
function secretIn(file: string): string {
  if (!existsSync(file))
    replaceFile(file, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, () => !existsSync(file));
  return checked(readRegularFile(file).toString('utf8').trim(), file);
}

function checked(secret: string, from: string): string {
  if (secret.length >= SAFE_CHARS) return secret;
  throw new NoLoginKey(`${from} must have at least ${SAFE_CHARS} characters`);
}
