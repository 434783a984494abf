import type { SenderId } from '../../../channels/index.js';
import { canonicalName } from '../../../common/index.js';
import { type JsonRecord, textOf } from '../../../channels/kit/index.js';
import { isConversation, isGuid, senderOf } from '../../ids/id.js';
import { type DirectoryApi, quoted } from './directory-api.js';
import { AmbiguousName, DirectoryFailure } from './directory-failure.js';

/**
 * Looks up names in the directory (wire 5.5). A match must be exact except for case, and the only one. Results of the
 * directory are compared again here, because it treats similar letters as equal, which may be another person's name.
 * All methods throw DirectoryFailure: `absent` for no match, and `ambiguous`, stating only their number, for several.
 */
export class Names {
  constructor(private readonly directory: DirectoryApi) {}

  /** By principal name, mail address or display name. */
  async person(name: string, signal?: AbortSignal): Promise<SenderId> {
    const text = quoted(name);
    const [fields, filter] = name.includes('@')
      ? [['mail', 'userPrincipalName'], `mail eq ${text} or userPrincipalName eq ${text}`]
      : [['displayName'], `displayName eq ${text}`];
    const path = `users?$select=id,${fields.join(',')}&$filter=${encodeURIComponent(filter)}`;
    const { id } = await this.only(path, hasName(name, fields), signal);
    return senderOf(id, undefined) ?? unreadable();
  }

  /** @returns the directory group of the team */
  async team(name: string, signal?: AbortSignal): Promise<string> {
    const filter = `resourceProvisioningOptions/Any(x:x eq 'Team') and displayName eq ${quoted(name)}`;
    const path = `groups?$select=id,displayName&$filter=${encodeURIComponent(filter)}`;
    const group = textOf((await this.only(path, hasName(name), signal)).id);
    return group !== undefined && isGuid(group) ? group : unreadable();
  }

  /**
   * @returns the id of the team's first channel, which is also the team's thread: activities name the team by it (wire
   * 1.2)
   */
  async firstChannel(group: string, signal?: AbortSignal): Promise<string> {
    const id = textOf((await this.directory.one(`teams/${group}/primaryChannel`, signal)).id);
    return id !== undefined && isConversation(id) ? id : unreadable();
  }

  async channel(group: string, name: string, signal?: AbortSignal): Promise<string> {
    const path = `teams/${group}/channels?$select=id,displayName`;
    const { id } = await this.only(path, hasName(name), signal);
    return typeof id === 'string' && isConversation(id) ? id : unreadable();
  }

  private async only(
    path: string,
    isIt: (entry: JsonRecord) => boolean,
    signal: AbortSignal | undefined,
  ): Promise<JsonRecord> {
    const found: JsonRecord[] = [];
    for await (const { entries } of this.directory.pages(path, signal)) found.push(...entries.filter(isIt));
    if (found.length > 1) throw new AmbiguousName(found.length);
    return found[0] ?? none();
  }
}

const hasName = (name: string, fields: readonly string[] = ['displayName']) => {
  const wanted = canonicalName(name);
  return (entry: JsonRecord) => fields.some((field) => canonicalName(textOf(entry[field]) ?? '') === wanted);
};

function none(): never {
  throw new DirectoryFailure('absent', 'nothing has this name');
}

function unreadable(): never {
  throw new DirectoryFailure('unreachable', 'the response cannot be read');
}
