import { accessSync, constants, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAbsolute, sep } from 'node:path';
import { ValidateBy } from 'class-validator';
import { isLoopbackHost, MCP_POLICY_ENTRY, TOOL_POLICY_ENTRIES, isRecord } from '../../common/index.js';
import { suggestion } from '../tree/nearest-name.js';
import { patternProblem } from '../patterns/pattern-safety.js';

/** An http(s) URL without credentials, query or fragment: a base to which paths are added. */
export function IsBaseUrl(): PropertyDecorator {
  return stringRule(
    'isBaseUrl',
    isBaseUrl,
    'must be an http or https URL without credentials, query or fragment',
  );
}

/** An https origin (scheme, host, port, nothing after); http on loopback only. */
export function IsPublicOrigin(): PropertyDecorator {
  return stringRule(
    'isPublicOrigin',
    isPublicOrigin,
    'must be an https origin such as https://chat.example.org (http on loopback only)',
  );
}

/** One address (`10.0.0.1`, `::1`) or a block of them in CIDR form, for each item. */
export function AreIpsOrCidrs(): PropertyDecorator {
  return eachRule('areIpsOrCidrs', (value) =>
    isIpOrCidr(value) ? undefined : 'an IP address or CIDR block',
  );
}

/** A regular file that exists and that this process may read; relative paths start at the working directory. */
export function IsReadableFile(): PropertyDecorator {
  return stringRule('isReadableFile', isReadable, 'must be a file that exists and is readable');
}

/** An address or a host name to listen on; a name that ends like an address (`1.2.3`) is a mistyped address. */
export function IsListenHost(): PropertyDecorator {
  return stringRule('isListenHost', isListenHost, 'must be an IP address or a host name');
}

/** Mention patterns: see pattern-safety.ts. */
export function AreSafePatterns(): PropertyDecorator {
  return eachRule('areSafePatterns', patternProblem);
}

/** Whole milliseconds up to `most`, or a map from names to them. */
export function AreDelaysByName(most: number): PropertyDecorator {
  const isDelay = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;
  const validate = (value: unknown) =>
    isDelay(value) || (isRecord(value) && Object.values(value).every(isDelay));
  const defaultMessage = () =>
    `must be a whole number from 0 to ${most}, or a map from channels to such numbers`;
  return ValidateBy({ name: 'areDelaysByName', validator: { validate, defaultMessage } });
}

/** A list of non-empty strings. */
export function AreStrings(): PropertyDecorator {
  return eachRule('areStrings', (value) => (value === '' ? 'a non-empty string' : undefined));
}

/** A list of absolute paths without `..`. */
export function AreAbsolutePaths(): PropertyDecorator {
  return eachRule('areAbsolutePaths', (value) =>
    isPlainPath(value) ? undefined : 'an absolute path without ..',
  );
}

/** An absolute path without `..`. */
export function IsAbsolutePath(): PropertyDecorator {
  return stringRule('isAbsolutePath', isPlainPath, 'must be an absolute path without ..');
}

/** Names that tool policies know; a policy would silently ignore any other. */
export function AreToolNames(): PropertyDecorator {
  return eachRule('areToolNames', (value) =>
    TOOL_POLICY_ENTRIES.includes(value) || MCP_POLICY_ENTRY.test(value)
      ? undefined
      : `*, message or one of its actions, mcp, mcp.<server> or mcp.<server>.<tool>${suggestion(value, TOOL_POLICY_ENTRIES)}`,
  );
}

const isPlainPath = (value: string): boolean => isAbsolute(value) && !value.split(sep).includes('..');

function isBaseUrl(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.username === '' && url.password === '' && !/[?#]/.test(value);
}

function isPublicOrigin(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || !isBaseUrl(value) || url.pathname !== '/') return false;
  return url.protocol === 'https:' || isLoopbackHost(url.hostname);
}

const HOST_NAME =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*(?!\d+$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;

function isListenHost(value: string): boolean {
  return isIP(value) !== 0 || HOST_NAME.test(value);
}

function isIpOrCidr(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function isReadable(value: string): boolean {
  try {
    accessSync(value, constants.R_OK);
    return statSync(value).isFile();
  } catch {
    return false;
  }
}

function stringRule(name: string, holds: (value: string) => boolean, message: string): PropertyDecorator {
  const validate = (value: unknown) => typeof value === 'string' && holds(value);
  return ValidateBy({ name, validator: { validate, defaultMessage: () => message } });
}

/** `expects` returns what an item should be; undefined when it is valid. */
function eachRule(name: string, expects: (item: string) => string | undefined): PropertyDecorator {
  const wrong = (item: unknown) => (typeof item === 'string' ? expects(item) : 'a string');
  const first = (value: unknown) => (Array.isArray(value) ? value : [value]).findIndex((item) => wrong(item));
  const text = (value: unknown) => {
    if (!Array.isArray(value)) return 'must be a list';
    const index = first(value);
    return `item ${index} must be ${wrong(value[index]) ?? ''}`;
  };
  return ValidateBy({
    name,
    validator: {
      validate: (value: unknown) => Array.isArray(value) && first(value) === -1,
      defaultMessage: (args) => text(args?.value),
    },
  });
}
