import { textOf } from '../wire/json.js';
import type { DirectoryApi } from './directory-api.js';
import { DirectoryFailure } from './directory-failure.js';

/** As `docSiteId` has to be (spec, configuration). */
const SITE_ID = /^[^\s,]+(?:,[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}){2}$/i;

/** A document site as people know it. */
export interface SiteAddress {
  readonly host: string;
  /** Such as `sites/Release`; empty for the first one of the host. */
  readonly path: string;
}

/** @returns `<hostname>,<guid>,<guid>` (wire 5.4). @throws DirectoryFailure */
export async function siteIdOf(
  directory: Pick<DirectoryApi, 'one'>,
  { host, path }: SiteAddress,
  signal?: AbortSignal,
): Promise<string> {
  const segments = path.split('/').filter((each) => each !== '');
  const below = segments.length === 0 ? '' : `:/${segments.map(encodeURIComponent).join('/')}`;
  const id = textOf((await directory.one(`sites/${host}${below}`, signal)).id);
  if (id !== undefined && SITE_ID.test(id)) return id;
  throw new DirectoryFailure('unreachable', 'the answer can not be read');
}
