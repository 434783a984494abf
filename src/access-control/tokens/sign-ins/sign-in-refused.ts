import { GatehouseError } from '../../../common/index.js';
import type { TokenFault } from '../token-authenticator.js';
import type { SignInFault } from './sign-in-authenticator.js';

type Texts<F extends string> = Readonly<Record<F, readonly [message: string, details: string]>>;

const OF_TOKEN: Texts<TokenFault> = {
  unknown: ['This admin token is not valid.', 'token is mistyped, revoked, or of another gateway'],
  expired: ['This admin token has expired.', 'token has expired: ask an owner for a new one'],
};

const OF_LINK: Texts<SignInFault> = {
  unknown: ['This link is not valid.', 'code is incomplete, or of another gateway'],
  expired: ['This link has expired.', 'code is good for 60 s: make a new link'],
  used: ['This link has been used.', 'code can be used once: make a new link'],
  revoked: ['This link has ended.', 'the admin token that it was made with was revoked'],
};

const OF_COOKIE: Texts<SignInFault> = {
  unknown: ['Sign in again.', 'the cookie is of no sign-in: it was ended, or is of another gateway'],
  expired: ['Sign in again.', 'the sign-in has expired'],
  used: ['Sign in again.', 'the cookie is of no sign-in'],
  revoked: ['Sign in again.', 'the admin token of the sign-in was revoked'],
};

const unauthenticated = ([message, details]: readonly [string, string]): GatehouseError =>
  new GatehouseError('UNAUTHENTICATED', message, details);

/** Each names its cause: a person who mistyped a token has something else to do than one whose token has expired. */
export const tokenRefused = (fault: TokenFault): GatehouseError => unauthenticated(OF_TOKEN[fault]);
export const linkRefused = (fault: SignInFault): GatehouseError => unauthenticated(OF_LINK[fault]);
export const cookieRefused = (fault: SignInFault): GatehouseError => unauthenticated(OF_COOKIE[fault]);
