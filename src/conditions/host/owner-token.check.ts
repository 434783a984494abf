import { readFile } from 'node:fs/promises';
import type { Check, Finding } from '../../common/index.js';
import {
  type Environment,
  type GatehouseConfig,
  ownerTokenFile,
  SAFE_TOKEN_CHARS,
} from '../../config/index.js';
import { condition, ok } from '../condition.js';

/** A long token of fewer different characters has a pattern. */
const LEAST_DIFFERENT = 8;
const WORDS =
  /^(?:admin|change-?me|default|demo|example|gatehouse|letmein|owner|pass(?:word|wort)?|qwerty|root|secret|test|token|\d+)+$/i;

/** Whether somebody could guess the owner's token. It is never shown. */
export const ownerTokenCheck = (environment: Environment, config: GatehouseConfig | undefined): Check => ({
  id: 'owner-token',
  async run() {
    const token = environment.adminToken ?? (await tokenInFile(environment.stateDir));
    return token === undefined ? [] : [findingOf(token, environment, config)];
  },
});

/** @throws the system's error for a file that is there and cannot be read */
async function tokenInFile(stateDir: string): Promise<string | undefined> {
  try {
    return (await readFile(ownerTokenFile(stateDir), 'utf8')).trim();
  } catch (error) {
    // The first start makes it.
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

function findingOf(token: string, environment: Environment, config: GatehouseConfig | undefined): Finding {
  const { adminToken, stateDir } = environment;
  const weakness = weaknessOf(token, environment, config);
  if (weakness === undefined) return ok("the owner's token cannot be guessed");
  const isVariable = adminToken !== undefined;
  const setting = isVariable ? 'GATEHOUSE_ADMIN_TOKEN' : ownerTokenFile(stateDir);
  return condition('token-guessable', `the owner's token is guessable: ${weakness}`, { facts: { setting } });
}

function weaknessOf(
  token: string,
  { databaseUrl = '' }: Environment,
  config: GatehouseConfig | undefined,
): string | undefined {
  if (new Set(token).size < Math.min(LEAST_DIFFERENT, token.length)) return 'it has few different characters';
  if (WORDS.test(token.replace(/[^a-z0-9]/gi, ''))) return 'it is made of common words';
  const secrets = JSON.stringify([config?.tree(), URL.parse(databaseUrl)?.password]);
  if (secrets.includes(JSON.stringify(token))) return 'it is a secret of the configuration, too';
  return token.length < SAFE_TOKEN_CHARS ? `it has ${token.length} characters` : undefined;
}
