import { cloudOf, WEB_CHAT } from '../settings/cloud.js';
import { claimsOf } from './claims.js';

const NOW_S = 1_768_992_000;
const cloud = cloudOf('public');
const serviceurl = 'https://webchat.botframework.com/';

/** Claims as JSON text, because a number such as `1e400` exists only there. */
function read(times: string): object | string {
  const part = (json: string) => Buffer.from(json).toString('base64url');
  const own = JSON.stringify({ iss: cloud.tokenIssuer, aud: 'app', serviceurl }).slice(1, -1);
  const authorization = `Bearer ${part('{"alg":"RS256","kid":"one"}')}.${part(`{${own}${times}}`)}.x`;
  try {
    return claimsOf(authorization, { appId: 'app', cloud }, NOW_S * 1_000);
  } catch (error) {
    return (error as { reason: string }).reason;
  }
}

it.each([[`,"exp":${NOW_S + 60}`], [`,"exp":${NOW_S + 60.5},"nbf":${NOW_S - 60},"iat":${NOW_S - 60}`]])(
  'a token with the times %s is accepted',
  (times) => {
    expect(read(times)).toEqual({ serviceUrl: serviceurl, channelId: WEB_CHAT });
  },
);

it.each([
  ['', 'expired, or without an expiry'],
  [',"exp":1e400', 'expired, or without an expiry'],
  [',"exp":-1e400', 'expired, or without an expiry'],
  [`,"exp":"${NOW_S + 60}"`, 'expired, or without an expiry'],
  [',"exp":null', 'expired, or without an expiry'],
  [`,"exp":[${NOW_S + 60}]`, 'expired, or without an expiry'],
  [`,"exp":${NOW_S + 60},"nbf":-1e400`, 'not valid yet'],
  [`,"exp":${NOW_S + 60},"nbf":null`, 'not valid yet'],
  [`,"exp":${NOW_S + 60},"iat":1e400`, 'no time of issue'],
  [`,"exp":${NOW_S + 60},"iat":"${NOW_S}"`, 'no time of issue'],
])('a token with the times %s is refused', (times, reason) => {
  expect(read(times)).toBe(reason);
});
