import { isRecord } from '../common/index.js';
import { readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import satisfies from 'semver/functions/satisfies.js';
import validRange from 'semver/ranges/valid.js';
import { PORT_VERSION } from './plugin.js';

/** The fields of a plugin's package.json that concern the gateway. */
export interface PluginManifest {
  readonly name: string;
  readonly version: string;
  readonly channels: readonly string[];
  /** Absolute path of the module whose default export is the plugin. */
  readonly entry: string;
}

/** The reason a package cannot be used as a plugin; safe to show. */
export class PluginError extends Error {
  override readonly name = 'PluginError';
}

const CHANNEL = /^[a-z][a-z0-9-]{0,31}$/;

/** @param folder of the package. @throws PluginError */
export function manifestIn(folder: string): PluginManifest {
  const { name, version, main, gatehouse } = packageIn(folder);
  if (typeof name !== 'string' || typeof version !== 'string')
    throw new PluginError('its package.json has no package name');
  if (!isRecord(gatehouse)) throw new PluginError('it is not a plugin: its package.json has no "gatehouse"');
  requirePort(gatehouse.port);
  const entry = gatehouse.entry ?? main;
  return { name, version, channels: channelsIn(gatehouse.channels), entry: entryIn(folder, entry) };
}

function packageIn(folder: string): Readonly<Record<string, unknown>> {
  const file = join(folder, 'package.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new PluginError(
      `its package.json cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unreadable'})`,
    );
  }
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    throw new PluginError('its package.json is not JSON');
  }
}

function requirePort(port: unknown): void {
  if (typeof port !== 'string' || validRange(port) === null)
    throw new PluginError('gatehouse.port of its package.json must be a version range, such as "1"');
  if (satisfies(PORT_VERSION, port)) return;
  throw new PluginError(
    `it is made for port ${port} of the gateway, but this gateway has ${PORT_VERSION}: install a matching version`,
  );
}

function channelsIn(channels: unknown): readonly string[] {
  const isList = Array.isArray(channels) && channels.length > 0;
  if (isList && channels.every((each) => typeof each === 'string' && CHANNEL.test(each)))
    return channels as string[];
  throw new PluginError('gatehouse.channels of its package.json must name a channel, such as ["workchat"]');
}

function entryIn(folder: string, entry: unknown): string {
  if (typeof entry !== 'string')
    throw new PluginError('gatehouse.entry of its package.json must name a file');
  const path = resolve(folder, entry);
  if (!path.startsWith(folder + sep)) throw new PluginError('gatehouse.entry is outside its package');
  return path;
}
