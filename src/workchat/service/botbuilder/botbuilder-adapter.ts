import {
  type Activity as SdkActivity,
  ActivityTypes,
  CloudAdapter,
  ConfigurationBotFrameworkAuthentication,
  type InvokeResponse,
  type TurnContext,
} from 'botbuilder';
import type { Activity, InvokeAnswer } from '../wire/activity.js';
import {
  type AdapterSettings,
  type BotAdapter,
  type CallAnswer,
  type Claimed,
  KeysUnavailable,
  type VerifiedToken,
} from '../wire/bot-adapter.js';
import { Verifications } from './verification.js';

/** The least time between two looks for a key that is not known, ms: anyone can name such a key. */
const LOOK_EVERY_MS = 60_000;

/**
 * Looks again for the platform's keys when a token names one that is not known: the platform publishes new ones at any
 * time, the library itself looks once an hour, and the platform repeats no call that was answered 401 (wire 2.7).
 */
export class KeyLooks {
  private lookedAt = -Infinity;
  private looking: Promise<void> | undefined;

  /** @param now a clock in ms that does not jump */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Resolves when the keys have been fetched after this call began, by this call or another.
   * @throws KeysUnavailable when they could not be, or the last look is too recent
   */
  again(look: () => Promise<void>): Promise<void> {
    if (this.looking) return this.looking;
    if (this.now() - this.lookedAt < LOOK_EVERY_MS)
      return Promise.reject(new KeysUnavailable('an unknown key was looked up less than a minute ago'));
    this.lookedAt = this.now();
    this.looking = look().finally(() => (this.looking = undefined));
    return this.looking;
  }
}

type Authenticated = Awaited<ReturnType<ConfigurationBotFrameworkAuthentication['authenticateRequest']>>;
type TokenClient = Awaited<ReturnType<ConfigurationBotFrameworkAuthentication['createUserTokenClient']>>;
type Factory = NonNullable<Authenticated['connectorFactory']>;
type CredentialsFactory = NonNullable<
  ConstructorParameters<typeof ConfigurationBotFrameworkAuthentication>[1]
>;

/**
 * The part of the protocol that `botbuilder` 4.23.3 handles: it verifies tokens, runs a turn for each activity and
 * creates the answer to an invoke. It never sends, because its turns have no client for that.
 */
export class BotbuilderAdapter implements BotAdapter {
  private authentication: Authentication;
  private readonly turns: Turns;
  private readonly verifications = new Verifications();
  private readonly keyLooks = new KeyLooks();
  private readonly admitted = new WeakMap<VerifiedToken, Authenticated>();

  constructor(private readonly settings: AdapterSettings) {
    this.authentication = authenticationFor(settings);
    this.turns = new Turns(this.authentication);
  }

  async verify(authorization: string, claimed: Claimed): Promise<VerifiedToken> {
    const result = await this.verifications.admit(() =>
      this.authentication.authenticateRequest(standInFor(claimed), authorization),
    );
    const admission: VerifiedToken = { isAdmitted: true };
    this.admitted.set(admission, { ...result, connectorFactory: NO_CONNECTOR });
    return admission;
  }

  async verifyAnew(authorization: string, claimed: Claimed): Promise<VerifiedToken> {
    await this.keyLooks.again(() => this.fetchKeys(authorization, claimed));
    return this.verify(authorization, claimed);
  }

  async receive(
    admission: VerifiedToken,
    activity: Activity,
    handle: (activity: Activity) => Promise<InvokeAnswer | undefined>,
  ): Promise<CallAnswer> {
    const authenticated = this.admitted.get(admission);
    if (!authenticated) throw new Error('this adapter did not admit this call');
    const answer = await this.turns.answerActivity(authenticated, activity, async (context) => {
      const invoked = await handle(activity);
      if (invoked) await context.sendActivity({ type: ActivityTypes.InvokeResponse, value: invoked });
    });
    return answer ? { status: answer.status, body: answer.body as unknown } : { status: 200 };
  }

  /** Fetches the keys, by verifying a token with a library that has none yet. @throws KeysUnavailable */
  private async fetchKeys(authorization: string, claimed: Claimed): Promise<void> {
    looks += 1;
    const authentication = authenticationFor(this.settings, looks);
    // A failure must not hold back calls whose keys are known, so it is not noted among theirs.
    const verifications = new Verifications();
    const verifying = verifications.admit(() =>
      authentication.authenticateRequest(standInFor(claimed), authorization),
    );
    await verifying.catch((error: unknown) => {
      if (error instanceof KeysUnavailable) throw error;
    });
    this.authentication = authentication;
  }
}

/**
 * The library compares the token with an activity. The body is not read yet, so this one repeats the token's claims.
 */
const standInFor = ({ serviceUrl, channelId }: Claimed): SdkActivity =>
  ({ type: ActivityTypes.Message, serviceUrl, channelId }) as SdkActivity;

class Turns extends CloudAdapter {
  answerActivity(
    authenticated: Authenticated,
    activity: Activity,
    logic: (context: TurnContext) => Promise<void>,
  ): Promise<InvokeResponse | undefined> {
    return this.processActivity(authenticated, activity as unknown as SdkActivity, logic);
  }
}

/** The library always creates a client for user tokens, which our turns do not need. */
class Authentication extends ConfigurationBotFrameworkAuthentication {
  override createUserTokenClient(): Promise<TokenClient> {
    return Promise.resolve(NO_TOKENS);
  }
}

const NO_TOKENS = {} as TokenClient;
const NO_CONNECTOR = { create: () => Promise.resolve({}) } as unknown as Factory;

/**
 * The library keeps the keys of an address for the life of the process, and looks for an unknown one once an hour. A
 * fragment, which is never sent, makes it another address. Looks are a minute apart at least, so an address that is used
 * again is old enough to be fetched again.
 */
const ADDRESSES = 61;
/** Counts for all adapters, because they share the library's keys. */
let looks = 0;

function authenticationFor(settings: AdapterSettings, look = 0): Authentication {
  const fragment = look === 0 ? '' : `#${look % ADDRESSES}`;
  const openIdMetadataUrl = `${settings.openIdMetadataUrl}${fragment}`;
  return new Authentication(optionsOf({ ...settings, openIdMetadataUrl }), credentialsOf(settings));
}

/** Sets all options: once one of them is set, the library has no default for the others (wire 2.3, trap A). */
function optionsOf(settings: AdapterSettings) {
  const { appId, tenantId, openIdMetadataUrl, tokenIssuer, loginUrl, oauthScope } = settings;
  return {
    MicrosoftAppType: 'SingleTenant',
    MicrosoftAppId: appId,
    MicrosoftAppTenantId: tenantId,
    ToChannelFromBotLoginUrl: `${loginUrl}/${tenantId}`,
    ToChannelFromBotOAuthScope: oauthScope,
    ToBotFromChannelTokenIssuer: tokenIssuer,
    OAuthUrl: oauthScope,
    ToBotFromChannelOpenIdMetadataUrl: openIdMetadataUrl,
    ToBotFromEmulatorOpenIdMetadataUrl: openIdMetadataUrl,
    CallerId: 'urn:botframework:azure',
    ValidateAuthority: true,
  };
}

/**
 * The accepted issuers and audience. An empty app id would switch off authentication (wire 2.2, 7), so it is refused
 * here too.
 */
function credentialsOf({ appId }: AdapterSettings): CredentialsFactory {
  if (appId === '') throw new Error('the app id is empty');
  return {
    isValidAppId: (id: string) => Promise.resolve(id === appId),
    isAuthenticationDisabled: () => Promise.resolve(false),
    createCredentials: () => Promise.reject(new Error('botbuilder sends nothing here')),
  };
}
