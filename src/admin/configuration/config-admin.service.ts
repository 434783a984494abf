import { Injectable } from '@nestjs/common';
import { type Actor, AuditLog } from '../../access-control/index.js';
import { etagOf, fieldFault, GatehouseError, requireMatch, isRecord } from '../../common/index.js';
import {
  allOf,
  type ConfigChange,
  ConfigInvalidError,
  type ConfigOutcome,
  ConfigWriter,
  GatehouseConfig,
  mergePatch,
  type PendingChange,
  setKnown,
  settingsSchema,
  sourcesOf,
  unsetKnown,
} from '../../config/index.js';
import { Database } from '../../persistence/index.js';
import type { Json } from '../http/json.js';
import {
  type ConfigCheckDto,
  type ConfigDto,
  type ConfigSchemaDto,
  toConfigOutcomeDto,
} from './config.dto.js';

/** Lets an owner read and change the configuration. */
@Injectable()
export class ConfigAdminService {
  constructor(
    private readonly config: GatehouseConfig,
    private readonly writer: ConfigWriter,
    private readonly db: Database,
    private readonly audit: AuditLog,
  ) {}

  show(): Json<ConfigDto> {
    const { pendingRestart } = this.config;
    return { config: this.config.masked(), sources: sourcesOf(this.config), pending_restart: pendingRestart };
  }

  /**
   * The tag changes with the output of `show`, also when only a masked secret changes, and with the file, even before
   * that is applied.
   */
  etag(): string {
    return etagOf(this.show(), this.writer.fileDigest);
  }

  /**
   * The audit entry is written first, in a transaction that ends with writing the file, so that no change goes
   * unrecorded.
   * @param ifMatch the ETag of the version to change; undefined = any version
   * @throws GatehouseError INVALID_REQUEST naming every invalid path, PRECONDITION_FAILED, CONFLICT
   */
  async change(actor: Actor, body: unknown, ifMatch?: string): Promise<ConfigOutcome> {
    requireMatch(ifMatch, this.etag());
    const pending = this.plan(body);
    if (pending.changed.length === 0) return pending.commit();
    return this.db.transaction(async (tx) => {
      const details = { changed: pending.changed.join(', ') };
      const entry = { action: 'config.changed', subject: 'config', details, change: pending.masked };
      await this.audit.record(tx, actor, entry);
      return pending.commit();
    });
  }

  /**
   * The effect that a change would have, or its problems; writes nothing.
   * @throws GatehouseError INVALID_REQUEST for a body that is no change, CONFLICT
   */
  check(body: unknown): Json<ConfigCheckDto> {
    try {
      return { problems: [], ...toConfigOutcomeDto(this.writer.foresee(this.changeOf(body))) };
    } catch (error) {
      if (!(error instanceof ConfigInvalidError)) throw error;
      const problems = error.problems.map(({ path, message }) => ({ path, message }));
      return { problems, changed: [], applied: [], needs_restart: [], overridden: [] };
    }
  }

  /** Every setting as JSON Schema, with the source of those that are not defaults. */
  schema(): Json<ConfigSchemaDto> {
    return {
      schema: settingsSchema(this.config.scope.sections),
      sources: sourcesOf(this.config),
    };
  }

  private plan(body: unknown): PendingChange {
    try {
      return this.writer.plan(this.changeOf(body));
    } catch (error) {
      if (!(error instanceof ConfigInvalidError)) throw error;
      const faults = error.problems.map(({ path, message }) => fieldFault(path, 'invalid', message));
      throw GatehouseError.invalidFields(faults);
    }
  }

  /**
   * A body with `set` or `unset` names single settings; any other body is a merge patch. The two cannot be confused,
   * because no section has one of these names.
   */
  private changeOf(body: unknown): ConfigChange {
    if (!isRecord(body)) throw GatehouseError.invalidField('body', 'must be an object', 'wrong_type');
    const names = Object.keys(body);
    if (names.length === 0 || !names.every((name) => name === 'set' || name === 'unset'))
      return mergePatch(body);
    const { set = {}, unset = [] } = body;
    if (!isRecord(set))
      throw GatehouseError.invalidField('set', 'must be an object of paths and values', 'wrong_type');
    if (!Array.isArray(unset) || !unset.every((path) => typeof path === 'string')) {
      throw GatehouseError.invalidField('unset', 'must be a list of paths', 'wrong_type');
    }
    return allOf([
      ...Object.entries(set).map(([path, value]) => setKnown(this.config.scope, path, value)),
      ...unset.map((path) => unsetKnown(this.config.scope, path)),
    ]);
  }
}
