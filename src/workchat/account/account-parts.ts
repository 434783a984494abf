import { type AccountSettings, type ConnectorState, senderKeyOf } from '../../channels/index.js';
import type { Clock } from '../../common/index.js';
import type { GatehouseConfig } from '../../config/index.js';
import type { RemoteFiles } from '../../media/index.js';
import { MediaFetcher } from '../files/media/fetcher.js';
import { allowedHosts, authorizationsFor } from '../files/media/media-hosts.js';
import { ActivityIngest } from '../inbound/activity-ingest.js';
import { ConversationHistory } from '../inbound/history/conversation-history.js';
import { MessageRecall } from '../inbound/history/recall.js';
import { FileParts } from '../outbound/file-parts.js';
import { Outbound } from '../outbound/outbound.js';
import { Reconciler } from '../outbound/reconciler.js';
import { Targets } from '../outbound/targets.js';
import { ConnectorService } from '../service/connector-service.js';
import { AllowedNames } from '../service/directory/allowed-names.js';
import { DirectoryApi } from '../service/directory/directory-api.js';
import { Names } from '../service/directory/names.js';
import { type Reference, References } from '../service/references/references.js';
import type { TeamGroups } from '../service/references/team-groups.js';
import { TeamLookup } from '../service/team-lookup.js';
import { AccessTokens, tokenSourceFor } from '../service/tokens/access-tokens.js';
import type { AdapterSettings, BotAdapter } from '../service/wire/bot-adapter.js';
import { teamsOf, toAccountSettings, type WorkchatSettings } from '../settings/settings.js';
import { dependsOnGroup, withIds } from '../settings/teams.js';
import { CatchUp } from '../upkeep/catch-up.js';
import type { ConnectionTimings } from '../upkeep/connection.js';
import { conversationKey } from '../ids/id.js';

/** Creates the adapter to the bot framework's library, which takes a while to load. */
export type LoadAdapter = (settings: AdapterSettings) => Promise<BotAdapter>;

export interface AccountDependencies {
  readonly config: GatehouseConfig;
  readonly state: ConnectorState;
  readonly clock: Clock;
  readonly teams: TeamGroups;
  readonly remote: RemoteFiles;
  readonly loadAdapter: LoadAdapter;
  readonly timings?: ConnectionTimings;
}

type Current = () => WorkchatSettings;

/** The parts of one account. */
export type AccountParts = ReturnType<typeof makeAccountParts>;

/** @param current returns the settings in force; those of the connection never change while the parts are in use */
export function makeAccountParts(current: Current, dependencies: AccountDependencies) {
  const platform = platformOf(current, dependencies);
  const outbound = outboundOf(current, dependencies, platform);
  const history = new ConversationHistory(readingOf(current, dependencies, platform));
  const catchUp = catchUpOf(current, { ...dependencies, platform, history });
  return {
    tokens: platform.tokens,
    names: platform.names,
    references: platform.references,
    targets: new Targets(platform.references, platform.directoryNames),
    outbound,
    reconciler: new Reconciler({ ...readingOf(current, dependencies, platform), outbound }),
    media: fetcherOf(current, dependencies, platform),
    recall: new MessageRecall(platform.references, history),
    catchUp,
    activityIngest: ingestOf(current, dependencies, { platform, outbound, catchUp }),
    /** The account's status, from the current knowledge about the platform. */
    accountSettings: (): AccountSettings => toAccountSettings(current(), platform.known),
  };
}

type Platform = ReturnType<typeof platformOf>;

/** The parts that call the platform or remember its answers. */
function platformOf(current: Current, { state, clock, teams }: AccountDependencies) {
  const { credentials, cloud } = current();
  const tokens = new AccessTokens(tokenSourceFor(credentials, cloud, clock), clock);
  const service = new ConnectorService(cloud, tokens, clock);
  const directory = new DirectoryApi(cloud.graphUrl, tokens, clock);
  const directoryNames = new Names(directory);
  const groupOf = (team: string) => teams.groupOf(team);
  const names = new AllowedNames(directoryNames, groupOf);
  return {
    references: new References(state, clock),
    tokens,
    service,
    directory,
    directoryNames,
    names,
    lookup: new TeamLookup(service, teams, (team) => judgesByGroup(team, current(), names)),
    known: { groupOf, names },
  };
}

const judgesByGroup = (
  team: string,
  { teams, groupPolicy }: WorkchatSettings,
  names: AllowedNames,
): boolean => groupPolicy !== 'disabled' && dependsOnGroup(withIds(teams, names), team);

/** The parts that read messages of a conversation from the directory. */
const readingOf = (
  current: Current,
  { clock }: AccountDependencies,
  { references, directory, lookup }: Platform,
) => ({
  directory,
  references,
  clock,
  appId: current().credentials.appId,
  groupOf: (reference: Reference) => lookup.groupOf(reference),
});

function outboundOf(
  current: Current,
  { clock, state }: AccountDependencies,
  { service, references, directory, lookup, known }: Platform,
): Outbound {
  const groupOf = (reference: Reference) => lookup.groupOf(reference);
  return new Outbound({
    service,
    references,
    clock,
    files: new FileParts({ state, clock, service, directory, groupOf, settings: current }),
    marksGenerated: () => current().aiLabel,
    replyStyleOf: ({ conversation, team }) =>
      teamsOf(current(), known).replyStyleOf({
        id: conversation,
        ...(team === undefined ? {} : { team }),
      }),
  });
}

function fetcherOf(current: Current, dependencies: AccountDependencies, platform: Platform): MediaFetcher {
  const { cloud } = current();
  const tokenOf = (whose: 'directory' | 'bot') =>
    platform.tokens.get(whose === 'bot' ? cloud.oauthScope : new URL(cloud.graphUrl).origin);
  return new MediaFetcher({
    ...readingOf(current, dependencies, platform),
    remote: dependencies.remote,
    allowed: () => allowedHosts(current().config, cloud),
    authorizations: () => authorizationsFor(current().config, cloud, tokenOf),
  });
}

function catchUpOf(
  current: Current,
  {
    state,
    clock,
    platform: { references, lookup, known },
    history,
  }: AccountDependencies & { readonly platform: Platform; readonly history: ConversationHistory },
): CatchUp {
  return new CatchUp({
    history,
    state,
    clock,
    references: () => references.all(),
    groupOf: known.groupOf,
    // A team that could not be looked up may be one of the settings: reading its messages needs its group anyway.
    isHeard: (reference) =>
      (reference.team !== undefined && lookup.isMissing(reference.team)) ||
      isHeard(reference, current(), toAccountSettings(current(), known)),
    answeredMs: () => current().catchUpMs,
  });
}

function ingestOf(
  current: Current,
  { clock, teams }: AccountDependencies,
  {
    platform: { references, lookup, known },
    outbound,
    catchUp,
  }: { readonly platform: Platform; readonly outbound: Outbound; readonly catchUp: CatchUp },
): ActivityIngest {
  const welcome = async (reference: Reference) => {
    // The text promises an answer.
    if (!letsAnyoneIn(reference, toAccountSettings(current(), known))) return;
    const isFirst = await references.once('welcomed', reference.conversation);
    if (isFirst) await outbound.welcome(reference, current().welcomeText);
  };
  return new ActivityIngest({
    references,
    teams,
    clock,
    caughtUp: (conversation) => catchUp.caughtUp(conversation),
    groupOf: (reference, team) => lookup.groupInTime(reference, team),
    installed: (reference) => void welcome(reference).catch(() => undefined),
  });
}

/** Whether any message from the conversation could reach the assistant. */
function isHeard(
  { kind, conversation, team }: Reference,
  { dmPolicy, groupPolicy }: WorkchatSettings,
  account: AccountSettings,
): boolean {
  if (kind === 'direct') return dmPolicy !== 'disabled';
  const place = { id: conversation, kind, ...(team === undefined ? {} : { team }) };
  // Only an allowlist excludes places (spec 3-workchat, team and channel entries).
  return groupPolicy === 'open' || (groupPolicy === 'allowlist' && !account.group(place).isExcluded);
}

/** Whether the policies and lists leave anyone there who is answered, or who may be paired. */
export function letsAnyoneIn(
  { kind, conversation, team, person = {} }: Reference,
  settings: AccountSettings,
): boolean {
  const { dmPolicy, allowFrom, groupPolicy, groupAllowFrom } = settings;
  if (kind === 'direct') {
    const keys = [person.aadObjectId?.toLowerCase(), person.id].flatMap((id) =>
      id ? [senderKeyOf(id)] : [],
    );
    const isListed = [...keys, conversationKey(conversation)].some((key) => allowFrom.keys.has(key));
    return dmPolicy === 'allowlist' ? allowFrom.anyone || isListed : dmPolicy !== 'disabled';
  }
  const place = settings.group({ id: conversation, kind, ...(team === undefined ? {} : { team }) });
  if (groupPolicy === 'disabled' || place.isOff === true) return false;
  if (groupPolicy === 'open') return true;
  const { anyone, keys } = place.allowFrom ?? groupAllowFrom;
  return !place.isExcluded && (anyone || keys.size > 0);
}
