import type { WorkplaceCore } from '../../core/core.js';
import type { Answer } from '../../http/answer.js';
import { sizeOf } from '../../http/answer.js';
import { refuseGraph } from '../../http/problems.js';
import type { Call, Route } from '../../http/route.js';
import { route } from '../../http/route.js';
import type { Json } from '../../common/json.js';
import { object, objects, text } from '../../common/json.js';
import type { SharedFile } from '../../common/types.js';
import type { DriveItem, SharingLink, Site } from '../../core/world/site.js';
import { webUrlOf } from '../../core/world/site.js';
import { Drive, itemJson } from './drive.js';
import { single } from './page.js';
import { NEEDS, permit } from './permissions.js';

/** Document sites: look-up, upload, links; and files by their shared URL (workchat-wire 5.4, 5.6). */
export function siteRoutes(core: WorkplaceCore): Route[] {
  const calls = new SiteCalls(core);
  const ROOT = '/sites/{site}/drive/root:/{path*}:';
  return [
    route('GET /sites/{host}:/{path*}', (call) => calls.find(call)),
    route('GET /sites/{site}', (call) => calls.get(call)),
    route(`PUT ${ROOT}/content`, (call) => calls.upload(call)),
    route(`POST ${ROOT}/createUploadSession`, (call) => calls.openSession(call)),
    route('GET /sites/{site}/drive/items/{item}', (call) => calls.item(call)),
    route('POST /sites/{site}/drive/items/{item}/createLink', (call) => calls.link(call)),
    route('POST /sites/{site}/drive/items/{item}/invite', (call) => calls.invite(call)),
    route('GET /shares/{share}/driveItem', (call) => calls.sharedItem(call)),
    route('GET /shares/{share}/driveItem/content', (call) => calls.shared(call)),
  ];
}

class SiteCalls {
  constructor(private readonly core: WorkplaceCore) {}

  async find(call: Call): Promise<Answer> {
    await permit(this.core, call, NEEDS.readSites);
    const { host, path } = call.params;
    const site = this.core.world.sites.find((each) => each.host === host && each.path === path);
    if (!site) throw notFound('Requested site could not be found');
    return single(this.core, call, siteJson(site));
  }

  async get(call: Call): Promise<Answer> {
    await permit(this.core, call, NEEDS.readSites);
    return single(this.core, call, siteJson(this.site(call)));
  }

  /** A plain PUT of the whole file; 201 for a new file, 200 for a replaced one. */
  async upload(call: Call): Promise<Answer> {
    const drive = await this.drive(call);
    if (call.bytes.byteLength > this.core.limits.simpleUploadBytes) {
      throw refuseGraph(413, 'invalidRequest', 'Maximum request length exceeded.');
    }
    const behavior = call.query.get('@microsoft.graph.conflictBehavior') ?? 'replace';
    const contentType = call.headers['content-type'] ?? 'application/octet-stream';
    const path = call.params.path ?? '';
    const { item, isNew } = drive.put({ path, behavior, content: call.bytes, contentType });
    return { status: isNew ? 201 : 200, json: itemJson(item) };
  }

  /** Opens an upload session, whose URL is on the document host and needs no token (5.4). */
  async openSession(call: Call): Promise<Answer> {
    const drive = await this.drive(call);
    const { core } = this;
    const path = call.params.path ?? '';
    const behavior = text(object(call.body.item)['@microsoft.graph.conflictBehavior']) ?? 'replace';
    drive.checkPath(path);
    const session = core.uploads.open(path, (content, { contentType = 'application/octet-stream' }) => {
      const { item, isNew } = drive.put({ path, behavior, content, contentType });
      return { status: isNew ? 201 : 200, json: itemJson(item) };
    });
    const query = `guid='${session.id}'&tempauth=${core.ids.opaque(12)}`;
    const uploadUrl = `${core.addresses.files}/_api/v2.0/drive/items/01NEW/uploadSession?${query}`;
    return { status: 200, json: { uploadUrl, expirationDateTime: core.clock.iso(session.expiresAt) } };
  }

  async item(call: Call): Promise<Answer> {
    await permit(this.core, call, NEEDS.readSites);
    return single(this.core, call, itemJson(this.itemOf(call)));
  }

  /** Links for named people exist only in beta. The organisation's link exists in both, and only once (5.4). */
  async link(call: Call): Promise<Answer> {
    await permit(this.core, call, NEEDS.writeSites);
    const item = this.itemOf(call);
    const wanted = this.linkOrder(call);
    const isShared = (link: SharingLink): boolean => link.type === wanted.type && link.scope === wanted.scope;
    const known = wanted.scope === 'users' ? undefined : item.links.find(isShared);
    const link = known ?? {
      ...wanted,
      webUrl: `https://${this.site(call).host}/:u:/s/${this.core.ids.opaque()}`,
    };
    if (!known) item.links.push(link);
    const { type, scope, webUrl } = link;
    const json = {
      id: this.core.ids.guid(),
      roles: ['read'],
      link: { type, scope, webUrl, preventsDownload: false },
    };
    return { status: known ? 200 : 201, json };
  }

  /** Grants people direct permissions, without a link. */
  async invite(call: Call): Promise<Answer> {
    await permit(this.core, call, NEEDS.writeSites);
    const item = this.itemOf(call);
    const recipients = objects(call.body.recipients).map(
      ({ objectId, email }) => text(objectId) ?? text(email) ?? '',
    );
    this.checkPeople(recipients);
    item.links.push({ type: 'invite', scope: 'users', recipients, webUrl: item.webUrl });
    const value = recipients.map((recipient) => ({
      id: this.core.ids.guid(),
      roles: call.body.roles ?? ['read'],
      recipient,
    }));
    return { status: 200, json: { value } };
  }

  async sharedItem(call: Call): Promise<Answer> {
    const { id, name, content, contentType, contentUrl } = await this.sharedFile(call);
    const eTag = `"{${id.toUpperCase()}},1"`;
    const file = { mimeType: contentType };
    return single(this.core, call, {
      id,
      name,
      webUrl: encodeURI(contentUrl),
      size: sizeOf(content),
      eTag,
      file,
    });
  }

  /** Redirects to a pre-signed host (5.6). */
  async shared(call: Call): Promise<Answer> {
    const { id, content, contentType } = await this.sharedFile(call);
    const ticket = this.core.files.ticketFor({ content, contentType });
    const location = `${this.core.addresses.files}/_layouts/15/download.aspx?UniqueId=${id}&tempauth=${ticket}`;
    return { status: 302, headers: { location } };
  }

  /** Decodes the share id: `u!` and the URL in base64url without padding. */
  private async sharedFile(call: Call): Promise<SharedFile> {
    await permit(this.core, call, NEEDS.shares);
    const [, code] = /^u!([\w-]+)$/.exec(call.params.share ?? '') ?? [];
    if (code === undefined) throw refuseGraph(400, 'invalidRequest', 'The sharing token is malformed.');
    const url = Buffer.from(code, 'base64url').toString('utf8');
    const file = this.core.files.sharedAt(url) ?? this.core.files.sharedAt(decodeURI(url));
    if (file) return file;
    throw notFound('The sharing link no longer exists, or you do not have permission to access it.');
  }

  private linkOrder({ body, prefix }: Call): Omit<SharingLink, 'webUrl'> {
    const type = text(body.type) ?? '';
    const scope = text(body.scope) ?? 'organization';
    if (!['view', 'edit', 'embed'].includes(type))
      throw refuseGraph(400, 'invalidRequest', 'Invalid link type.');
    if (!['anonymous', 'organization', 'users'].includes(scope)) {
      throw refuseGraph(400, 'invalidRequest', 'Invalid link scope.');
    }
    // Like most tenants, this one does not allow links for outsiders.
    if (scope === 'anonymous')
      throw refuseGraph(403, 'accessDenied', 'Sharing has been disabled on this site.');
    if (body.recipients !== undefined && prefix !== '/beta') {
      throw refuseGraph(
        400,
        'BadRequest',
        "'recipients' is not a valid parameter for the operation 'createLink'.",
      );
    }
    const recipients = objects(body.recipients).map(({ objectId }) => text(objectId) ?? '');
    if (scope === 'users') this.checkPeople(recipients);
    if (scope === 'users' && recipients.length === 0) {
      throw refuseGraph(400, 'invalidRequest', 'One or more recipients are required.');
    }
    return { type, scope, recipients };
  }

  private async drive(call: Call): Promise<Drive> {
    await permit(this.core, call, NEEDS.writeSites);
    return new Drive(this.site(call), this.core);
  }

  private checkPeople(ids: readonly string[]): void {
    const unknown = ids.find((id) => !this.core.world.user(id));
    if (unknown !== undefined)
      throw refuseGraph(400, 'invalidRequest', `User '${unknown}' could not be resolved.`);
  }

  private site({ params }: Call): Site {
    const site = this.core.world.sites.find(({ id }) => id === params.site);
    if (!site) throw notFound('Requested site could not be found');
    return site;
  }

  private itemOf(call: Call): DriveItem {
    const item = this.site(call).items.find(({ id }) => id === call.params.item);
    if (!item) throw notFound('The resource could not be found.');
    return item;
  }
}

const siteJson = (site: Site): Json => ({
  id: site.id,
  displayName: site.name,
  name: site.path.split('/').at(-1),
  webUrl: webUrlOf(site),
});

const notFound = (why: string): Error => refuseGraph(404, 'itemNotFound', why);
