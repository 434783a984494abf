import { createHash } from 'node:crypto';
import {
  type DeliveryAttempt,
  type FileBytes,
  type HandoverContent,
  type InboundFileAnswer,
  inMemory,
  type MediaContent,
} from '../../src/channels/index.js';
import type { WorkplaceSimulator } from '../../simulators/index.js';
import { workchatAttempt, type WorkchatOptions } from './workchat.js';
import { type Place, WorkchatWorld } from './workchat-world.js';

type Site = ReturnType<WorkplaceSimulator['addSite']>;

export const CONSENT_CARD = 'application/vnd.microsoft.teams.card.file.consent';
export const FILE_CARD = 'application/vnd.microsoft.teams.card.file.info';
export const PDF = Buffer.from('%PDF-1.7 a plan');
export const PNG = Buffer.from('\x89PNG\r\n\x1a\n picture', 'latin1');
/** Application permissions of the specification for files in groups. */
export const BOTH = ['Sites.ReadWrite.All', 'Chat.Read.All'];

export const mediaOf = (bytes: Uint8Array, filename: string, mimeType = 'application/pdf'): MediaContent => ({
  kind: 'media',
  mediaId: createHash('sha256').update(bytes).digest('hex'),
  filename,
  mimeType,
  bytes: bytes.byteLength,
  asVoice: false,
  text: '',
});

/** The centre's handover for an answer. */
export const handoverOf = (
  { messageId, place }: InboundFileAnswer,
  { mediaId, mimeType, bytes, filename }: MediaContent,
  answer: HandoverContent['answer'] = 'accepted',
): HandoverContent => ({
  kind: 'handover',
  answer,
  file: { mediaId, mimeType, bytes },
  filename,
  ...(messageId === undefined ? {} : { askedIn: messageId }),
  place,
  text: '',
});

/** Reconciles an attempt that failed twenty seconds ago. */
export function looked(world: WorkchatWorld, { media: _media, ...attempt }: DeliveryAttempt) {
  const at = Date.now() - 20_000;
  const past = {
    ...attempt,
    firstStartedAt: at,
    startedAt: at,
    ended: { at, code: 'remote-error' as const },
  };
  return world.bot.connector.findSent(past, async () => false, new AbortController().signal);
}

/** A cloud with a document site, and a bot configured for it. */
export class WorkchatFilesWorld extends WorkchatWorld {
  site!: Site;
  private deliveries = 0;

  readonly open = async (): Promise<void> => {
    await this.start();
    this.site = this.cloud.addSite('Docs');
    await this.use(BOTH);
  };

  /** Creates new people and conversations with messages. */
  readonly renew = async (): Promise<void> => {
    this.people();
    this.site.items.length = 0;
    await this.greet();
  };

  readonly heal = (): void => {
    this.cloud.faults.clear();
    Object.assign(this.cloud.limits, { graphPageSize: undefined, uploadSessionMs: 900_000 });
  };

  withSite(more: object = {}): WorkchatOptions {
    const { mediaAllowHosts } = this.cloud.settings;
    return { workchat: { mediaAllowHosts, docSiteId: this.site.id, ...more } };
  }

  /**
   * Restarts the bot with these application permissions and settings: a token keeps the permissions of its creation.
   */
  async use(permissions: readonly string[], options = this.withSite()): Promise<void> {
    const { graphPermissions } = this.cloud.app;
    graphPermissions.clear();
    for (const each of permissions) graphPermissions.add(each);
    await this.restart(options);
    await this.greet();
  }

  attempt(
    place: Place,
    content: MediaContent | HandoverContent,
    file?: Uint8Array | FileBytes,
  ): DeliveryAttempt {
    this.deliveries += 1;
    const attempt = { ...workchatAttempt(place.id, content), deliveryId: `dlv_${this.deliveries}` };
    if (file === undefined) return attempt;
    return { ...attempt, media: file instanceof Uint8Array ? inMemory(file) : file };
  }

  file(place: Place, bytes: Uint8Array = PDF, name = 'plan.pdf'): DeliveryAttempt {
    return this.attempt(place, mediaOf(bytes, name), bytes);
  }

  try(attempt: DeliveryAttempt, signal = new AbortController().signal) {
    return this.bot.connector.send(attempt, signal);
  }

  last(place: Place) {
    return this.cloud.botMessages(place).at(-1)!;
  }

  attachment(place: Place): unknown {
    return this.last(place).activity.attachments?.[0];
  }

  private async greet(): Promise<void> {
    for (const place of [this.irene.chat, this.group]) await this.hears(`hello ${place.id}`, place);
  }
}
