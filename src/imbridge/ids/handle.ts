import { createRequire } from 'node:module';
import { canonicalName } from '../../common/index.js';
import type * as Phones from 'libphonenumber-js/min';

const require = createRequire(import.meta.url);

/** ISO 3166 code of the region whose national numbers are meant when a number has no `+`. */
export type PhoneRegion = Phones.CountryCode;

const SERVICE_PREFIX = /^(?:imessage|sms|auto|tel|mailto):/i;
const E164 = /^\+[1-9]\d{5,14}$/;
/** Spaces of all kinds, separators, and the invisible marks that are copied along with a number. */
const PHONE_FILLER = /[\s().\-\u00ad\u200b-\u200f\u2010-\u2015\u2028-\u202f\u2060-\u2069\ufeff]/g;

/** The zero of national numbers. Many people also write it in international ones, where it is not dialled. */
const TRUNK_ZERO = /(?<=^(?:\+|00)[\d\s.-]+)\(0\)/;

/**
 * One spelling per person (wire 4.4): e-mail addresses in lower case, phone numbers in E.164, short codes and
 * alphanumeric SMS senders in lower case. Look-alikes stay distinct ({@link canonicalName}).
 * @param region completes national numbers that people type; the bridge sends E.164
 */
export function normaliseHandle(handle: string, region?: PhoneRegion): string {
  const bare = canonicalName(handle.trim().replace(SERVICE_PREFIX, '').trim());
  if (E164.test(bare) || bare.includes('@')) return bare;
  const compact = bare
    .replace(TRUNK_ZERO, '')
    .replace(PHONE_FILLER, '')
    .replace(/^00(?=[1-9])/, '+');
  if (!/^\+?\d+$/.test(compact)) return bare.replace(/ +/g, ' ');
  return E164.test(compact) ? compact : (toE164(compact, region) ?? compact);
}

/** Whether a normalised handle is a whole phone number. */
export const isE164 = (handle: string): boolean => E164.test(handle);

/** Whether it looks like a national phone number, which is ambiguous without a region. */
export function needsRegion(handle: string): boolean {
  return /^\d{7,}$/.test(normaliseHandle(handle));
}

export function isPhoneRegion(region: string): region is PhoneRegion {
  return phones().isSupportedCountry(region);
}

function toE164(digits: string, region: PhoneRegion | undefined): string | undefined {
  if (region === undefined) return undefined;
  const parsed = phones().parsePhoneNumberFromString(digits, region);
  return parsed?.isValid() === true ? parsed.number : undefined;
}

let loaded: typeof Phones | undefined;

/** Loaded at the first call, because the metadata takes 30-60 ms to load and the bridge's own numbers never need it. */
function phones(): typeof Phones {
  loaded ??= require('libphonenumber-js/min') as typeof Phones;
  return loaded;
}
