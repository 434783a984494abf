import { Injectable } from '@nestjs/common';
import { Clock, GatehouseError, newId } from '../../../common/index.js';
import { Database, type Tx } from '../../../persistence/index.js';
import type { Actor } from '../../actor/actor.js';
import { AuditLog } from '../../audit/audit-log.repository.js';
import { TokenAuthenticator, type TokenFault, type TokenHolder } from '../token-authenticator.js';
import {
  type BegunSignIn,
  COOKIE_VALUES,
  type Identified,
  LINK_CODES,
  type MadeLink,
  type SignIn,
  SignInRepository,
} from './sign-in.repository.js';
import type { OpenLink, SignInFault } from './sign-in-authenticator.js';

type Texts<F extends string> = Readonly<Record<F, readonly [message: string, details: string]>>;

const OF_TOKEN: Texts<TokenFault> = {
  unknown: ['This admin token is not valid.', 'token is mistyped, revoked, or from another gateway'],
  expired: ['This admin token has expired.', 'token has expired: ask an owner for a new one'],
};

const OF_LINK: Texts<SignInFault> = {
  unknown: ['This link is not valid.', 'code is incomplete, or from another gateway'],
  expired: ['This link has expired.', 'code is valid for 60 s: create a new link'],
  used: ['This link has been used.', 'code can be used once: create a new link'],
  revoked: ['This link is no longer valid.', 'the admin token that created it was revoked'],
};

const OF_COOKIE: Texts<SignInFault> = {
  unknown: [
    'Sign in again.',
    'the cookie does not belong to a sign-in: it was ended, or is from another gateway',
  ],
  expired: ['Sign in again.', 'the sign-in has expired'],
  used: ['Sign in again.', 'the cookie does not belong to a sign-in'],
  revoked: ['Sign in again.', 'the admin token of the sign-in was revoked'],
};

const unauthenticated = ([message, details]: readonly [string, string]): GatehouseError =>
  new GatehouseError('UNAUTHENTICATED', message, details);

/** Each names its cause: a person who mistyped a token has something else to do than one whose token has expired. */
export const tokenRefused = (fault: TokenFault): GatehouseError => unauthenticated(OF_TOKEN[fault]);
export const linkRefused = (fault: SignInFault): GatehouseError => unauthenticated(OF_LINK[fault]);
export const cookieRefused = (fault: SignInFault): GatehouseError => unauthenticated(OF_COOKIE[fault]);

const LASTS_MS = { cookie: 12 * 3_600_000, link: 60_000 } as const;
/** The most that one token can have at a time; the oldest makes room. */
const MOST = 50;

/** An operator's presence in the console: begins with a token or a one-time link, and is a cookie from then on. */
@Injectable()
export class SignIns {
  constructor(
    private readonly db: Database,
    private readonly repository: SignInRepository,
    private readonly tokens: TokenAuthenticator,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @param replaced the actor of the cookie that the browser had until now; that sign-in ends */
  begin(holder: TokenHolder, replaced?: Actor): Promise<BegunSignIn> {
    return this.db.transaction((tx) => this.beginIn(tx, holder, { replaced }));
  }

  /** The same by a link, which can be opened once. @throws GatehouseError UNAUTHENTICATED */
  beginByLink({ link, holder }: OpenLink, replaced?: Actor): Promise<BegunSignIn> {
    return this.db.transaction(async (tx) => {
      if (!(await this.repository.use(tx, link.id, this.clock.now()))) throw linkRefused('used');
      return this.beginIn(tx, holder, { replaced, link: link.id });
    });
  }

  /** @throws GatehouseError FORBIDDEN for a cookie: otherwise it could be prolonged without end. */
  async makeLink({ signInId, ...actor }: Actor): Promise<MadeLink> {
    if (signInId !== undefined)
      throw new GatehouseError(
        'FORBIDDEN',
        'A link can only be created with an admin token.',
        'a cookie cannot create one',
      );
    const holder = await this.holderOf(actor);
    const code = LINK_CODES.make();
    return this.db.transaction(async (tx) => {
      const link = await this.insert(tx, holder, { kind: 'link', secret: code });
      await this.audit.record(tx, actor, { action: 'sign-in.link-made', subject: link.id });
      return { code, expiresAt: link.expiresAt };
    });
  }

  /** @throws GatehouseError NOT_FOUND for an actor who presented a token */
  async end(actor: Actor): Promise<void> {
    if (!(await this.db.transaction((tx) => this.endIn(tx, actor))))
      throw new GatehouseError('NOT_FOUND', 'There is nothing to end.', 'the call was made without a cookie');
  }

  /** The identity behind the credential that the actor presented. @throws GatehouseError UNAUTHENTICATED */
  async identify(actor: Actor): Promise<Identified> {
    const holder = await this.holderOf(actor);
    if (actor.signInId === undefined) return identified(holder, holder.expiresAt);
    const found = (await this.repository.find(actor.signInId)) ?? ended();
    return identified(holder, found.expiresAt);
  }

  private async beginIn(
    tx: Tx,
    holder: TokenHolder,
    { replaced, link }: { readonly replaced: Actor | undefined; readonly link?: string },
  ): Promise<BegunSignIn> {
    if (replaced) await this.endIn(tx, replaced);
    const value = COOKIE_VALUES.make();
    const { id, expiresAt } = await this.insert(tx, holder, { kind: 'cookie', secret: value });
    const details = link !== undefined && { details: { link } };
    await this.audit.record(tx, holder.actor, { action: 'sign-in.begun', subject: id, ...details });
    const maxAgeSeconds = Math.floor((expiresAt - this.clock.now()) / 1000);
    return { value, maxAgeSeconds, identified: identified(holder, expiresAt) };
  }

  /** @returns false when there was none */
  private async endIn(tx: Tx, actor: Actor): Promise<boolean> {
    const { signInId: subject } = actor;
    if (subject === undefined || !(await this.repository.delete(tx, subject))) return false;
    await this.audit.record(tx, actor, { action: 'sign-in.ended', subject });
    return true;
  }

  private async insert(
    tx: Tx,
    { actor, expiresAt }: TokenHolder,
    { kind, secret }: { readonly kind: SignIn['kind']; readonly secret: string },
  ): Promise<SignIn> {
    const tokenId = actor.tokenId ?? null;
    const now = this.clock.now();
    const ends = Math.min(now + LASTS_MS[kind], expiresAt ?? Infinity);
    const times = { createdAt: now, expiresAt: ends, usedAt: null };
    const made: SignIn = { id: newId('sgn', now), kind, tokenId, ...times };
    await this.repository.insert(tx, made, this.tokens.hashFor(tokenId, secret));
    await this.repository.deleteBeyond(tx, made, MOST);
    return made;
  }

  private async holderOf({ tokenId }: Actor): Promise<TokenHolder> {
    const holder = await this.tokens.holderOf(tokenId ?? null);
    return typeof holder === 'string' ? ended() : holder;
  }
}

const identified = ({ actor: { id, role }, name }: TokenHolder, expiresAt: number | null): Identified => ({
  actor: id,
  role,
  name,
  expiresAt,
});

/** The guard has let the actor in, but the credential may have ended since. */
function ended(): never {
  throw new GatehouseError(
    'UNAUTHENTICATED',
    'A valid admin token is needed.',
    'the credential has just ended',
  );
}
