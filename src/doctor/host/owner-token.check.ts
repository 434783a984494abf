import { readFile } from 'node:fs/promises';
import type { Check, Finding } from '../../common/index.js';
import { type Environment, type GatehouseConfig, ownerTokenFile } from '../../config/index.js';
import { faultFound, ok } from '../faults.js';

/** A token of ours has 160 random bits; a person who makes one up is asked for half of that at least. */
const LEAST_CHARS = 16;
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

async function tokenInFile(stateDir: string): Promise<string | undefined> {
  const text = await readFile(ownerTokenFile(stateDir), 'utf8').catch(() => undefined);
  return text?.trim();
}

function findingOf(
  token: string,
  { adminToken, stateDir }: Environment,
  config: GatehouseConfig | undefined,
): Finding {
  const weakness = weaknessOf(token, config);
  if (weakness === undefined) return ok("the owner's token cannot be guessed");
  const isVariable = adminToken !== undefined;
  const setting = isVariable ? 'GATEHOUSE_ADMIN_TOKEN' : ownerTokenFile(stateDir);
  return faultFound('token-guessable', `the owner's token is guessable: ${weakness}`, { facts: { setting } });
}

function weaknessOf(token: string, config: GatehouseConfig | undefined): string | undefined {
  if (token.length < LEAST_CHARS) return `it has ${token.length} characters`;
  if (new Set(token).size < LEAST_DIFFERENT) return 'it has few different characters';
  if (WORDS.test(token.replace(/[^a-z0-9]/gi, ''))) return 'it is made of common words';
  const isReused = config && JSON.stringify(config.tree()).includes(JSON.stringify(token));
  return isReused ? 'it is a secret of the configuration, too' : undefined;
}
