import { CliUsageError, optionIn } from '../../channels/index.js';
import { SystemClock } from '../../common/index.js';
import { DirectoryApi } from '../service/directory/directory-api.js';
import { DirectoryFailure } from '../service/directory/directory-failure.js';
import { AccessTokens, tokenSourceFor } from '../service/tokens/access-tokens.js';
import { textOf } from '../../channels/kit/index.js';
import { settingsIn, type WorkchatCall, type WorkchatCommand } from './command.js';

const HOST = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i;
/** The form of `docSiteId` (spec, configuration). */
const SITE_ID = /^[^\s,]+(?:,[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}){2}$/i;

/** A document site in people's terms. */
interface SiteAddress {
  readonly host: string;
  /** Such as `sites/Release`; empty for the first one of the host. */
  readonly path: string;
}

/** `gatehouse workchat site-id` (spec, outbound directory API look-up). */
export const siteIdCommand: WorkchatCommand = {
  name: 'site-id',
  description: 'Look up the ID of a document site for channels.workchat.docSiteId.',
  options: [
    { flags: '--host <hostname>', help: 'such as contoso.sharepoint.com', isRequired: true },
    {
      flags: '--path <site-path>',
      help: 'such as sites/Release; / for the first site of the host',
      isRequired: true,
    },
  ],
  run: (call) => lookUp(call),
};

async function lookUp(call: WorkchatCall) {
  const site = siteIn(call);
  const { credentials, cloud } = settingsIn(call.config());
  const clock = new SystemClock();
  const tokens = new AccessTokens(tokenSourceFor(credentials, cloud, clock), clock);
  const directory = new DirectoryApi(cloud.graphUrl, tokens, clock);
  try {
    const siteId = await siteIdOf(directory, site, call.signal);
    return { data: { site_id: siteId }, text: siteId };
  } catch (error) {
    throw error instanceof DirectoryFailure ? new Error(whyNot(error, site), { cause: error }) : error;
  }
}

/** Also accepts the address of a page. @throws CliUsageError */
function siteIn(call: WorkchatCall): SiteAddress {
  const host = (optionIn(call, 'host') ?? '')
    .trim()
    .replace(/^https:\/\//i, '')
    .replace(/\/+$/, '');
  const path = decoded((optionIn(call, 'path') ?? '').trim());
  if (!HOST.test(host)) throw new CliUsageError('--host must be a host name, such as contoso.sharepoint.com');
  if (/[?#:\\]/.test(path) || path.split('/').some((each) => /^\.{1,2}$/.test(each)))
    throw new CliUsageError('--path must be the path of a site, such as sites/Release');
  return { host: host.toLowerCase(), path };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @returns `<hostname>,<guid>,<guid>` (wire 5.4). @throws DirectoryFailure */
async function siteIdOf(
  directory: Pick<DirectoryApi, 'one'>,
  { host, path }: SiteAddress,
  signal?: AbortSignal,
): Promise<string> {
  const segments = path.split('/').filter((each) => each !== '');
  const below = segments.length === 0 ? '' : `:/${segments.map(encodeURIComponent).join('/')}`;
  const id = textOf((await directory.one(`sites/${host}${below}`, signal)).id);
  if (id !== undefined && SITE_ID.test(id)) return id;
  throw new DirectoryFailure('unreachable', 'the response cannot be read');
}

function whyNot({ kind, message }: DirectoryFailure, { host, path }: SiteAddress): string {
  switch (kind) {
    case 'denied':
      return `the app may not look up sites (${message}); it needs Sites.Read.All or Sites.ReadWrite.All with an administrator's consent`;
    case 'absent':
      return `there is no site ${host}/${path.replace(/^\/+/, '')} (${message})`;
    case 'unauthorised':
      return `the directory does not accept the app's credentials: ${message}`;
    case 'throttled':
      return `the directory limits requests (${message}); try again in a minute`;
    case 'unreachable':
      return `the directory does not respond: ${message}`;
    default:
      return `the directory rejects the request: ${message}`;
  }
}
