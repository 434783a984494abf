import { IsBoolean, IsNotEmpty, IsOptional, Matches } from 'class-validator';
import { section } from '../../describe/section.js';
import { NestedList, Setting } from '../../describe/setting.decorator.js';
import { AreStrings } from '../../describe/validators.js';
import { suggestion } from '../../tree/nearest-name.js';
import { ConfigProblem } from '../../tree/problem.js';
import { WEBHOOK_TYPES, type WebhookType } from './webhook-events.dto.js';

const ALL = '*';
const GROUPS = [...new Set(WEBHOOK_TYPES.map((type) => `${type.split('.')[0] ?? ''}.*`))];
const ENTRIES: readonly string[] = [...WEBHOOK_TYPES, ...GROUPS, ALL];

const SECRET = /^whsec_(?<key>[A-Za-z0-9+/]+={0,2})$/;
/** Bytes of a key, by the Standard Webhooks specification. */
const [LEAST_BYTES, MOST_BYTES] = [24, 64];
const NO_SECRET = `must be whsec_ and the base64 of ${LEAST_BYTES} to ${MOST_BYTES} bytes`;

/** The key in a secret of the form of Standard Webhooks; undefined for a text in another form. */
export function webhookKey(secret: string): Buffer | undefined {
  const text = SECRET.exec(secret)?.groups?.key;
  if (text === undefined) return undefined;
  const key = Buffer.from(text, 'base64');
  const isWhole = key.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '');
  return isWhole && key.length >= LEAST_BYTES && key.length <= MOST_BYTES ? key : undefined;
}

function isAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.username === '' && url.password === '' && !text.includes('#');
}

const NO_ADDRESS = 'must be an http or https URL without credentials or fragment';

/** A program elsewhere that is told what happens here. */
export class WebhookConfig {
  @Setting({ doc: 'Unique name of the webhook, included in its messages and in the audit log.' })
  @Matches(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/, {
    message: 'must be at most 64 lower-case letters, digits and dashes',
  })
  readonly id!: string;

  @Setting({
    doc: 'Where messages are posted. It may be internal; plain http is allowed for non-public addresses only, and link-local and metadata addresses are rejected. Only its origin and path are ever shown.',
    secret: true,
  })
  @IsNotEmpty()
  readonly url!: string;

  @Setting({
    doc: 'Key for signing messages, in the Standard Webhooks format: `whsec_` and the base64 of 24 to 64 random bytes.',
    secret: true,
  })
  @IsNotEmpty()
  readonly secret!: string;

  @Setting({
    doc: 'The previous `secret`. While it is set, messages are signed with both. Remove it once the receiver uses the new one.',
    secret: true,
  })
  @IsOptional()
  @IsNotEmpty()
  readonly previousSecret?: string;

  @Setting({
    doc: 'Event types to send: types such as `message.dropped`, all of a group (`channel.*`), or `*`.',
    type: 'string[]',
  })
  @AreStrings()
  readonly events!: readonly string[];

  @Setting({ doc: "Whether messages include the conversation's text." })
  @IsBoolean()
  readonly includeText: boolean = false;

  /** Whether it is to be told of this. */
  wants(type: WebhookType): boolean {
    return this.events.some((entry) => entry === ALL || entry === type || isGroupOf(entry, type));
  }

  /** The keys of its signatures, the newest first. */
  keys(): readonly Buffer[] {
    return [this.secret, this.previousSecret].flatMap((secret) => webhookKey(secret ?? '') ?? []);
  }

  problems(): ConfigProblem[] {
    const { url, secret, previousSecret, events } = this as Partial<WebhookConfig>;
    const isKey = (text: string | undefined) => text === undefined || webhookKey(text) !== undefined;
    return [
      ...(url === undefined || isAddress(url) ? [] : [new ConfigProblem('url', NO_ADDRESS)]),
      ...(isKey(secret) ? [] : [new ConfigProblem('secret', NO_SECRET)]),
      ...(isKey(previousSecret) ? [] : [new ConfigProblem('previousSecret', NO_SECRET)]),
      ...(events?.length === 0 ? [new ConfigProblem('events', 'must name at least one type, or *')] : []),
      ...(events ?? []).flatMap((entry, at) =>
        ENTRIES.includes(entry)
          ? []
          : [new ConfigProblem(`events[${at}]`, `is not an event type${suggestion(entry, ENTRIES)}`)],
      ),
    ];
  }
}

const isGroupOf = (entry: string, type: WebhookType): boolean =>
  entry.endsWith('.*') && type.startsWith(entry.slice(0, -1));

/** Programs elsewhere, and their event types (ADR 0114). */
export class WebhooksConfig {
  @NestedList(() => WebhookConfig, {
    doc: 'Programs to notify of events, in the Standard Webhooks format.',
  })
  readonly list: readonly WebhookConfig[] = [];

  problems(): ConfigProblem[] {
    const ids = this.list.map(({ id }) => id);
    return ids.flatMap((id, at) =>
      ids.indexOf(id) < at ? [new ConfigProblem(`list[${at}].id`, 'must be unique')] : [],
    );
  }
}

export const WEBHOOKS = section('webhooks', WebhooksConfig);
