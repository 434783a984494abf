import { pipeline } from 'node:stream/promises';
import { Get, HttpCode, Post, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { type Actor, CurrentActor } from '../../../access-control/index.js';
import { BODY_ERRORS, GatehouseError, JsonBody, PathId } from '../../../common/index.js';
import { digestOf, People, PersonFinder, PersonSettings } from '../../../people/index.js';
import type { Json } from '../../http/json.js';
import { AdminController, Operation } from '../../http/operation.decorator.js';
import {
  ErasePersonDto,
  ErasingDto,
  ErasureDto,
  PersonDto,
  toErasingDto,
  toErasureDto,
  toNamedPerson,
} from './person.dto.js';

/** All about one person, handed out or erased. */
@AdminController('people')
export class PeopleController {
  constructor(
    private readonly people: People,
    private readonly finder: PersonFinder,
    private readonly settings: PersonSettings,
  ) {}

  @Post('export')
  @HttpCode(200)
  @Operation({
    id: 'exportPerson',
    summary: 'Export all stored data about a person',
    role: 'owner',
    description:
      'Returns a ZIP archive with one JSON file per kind of record and the files of their messages, as described at /docs/operations/people. If nothing is stored about the sender, the request is rejected and similar ids are listed. The export is recorded in the audit log.',
    errors: [...BODY_ERRORS, 'NOT_FOUND'],
  })
  @ApiOkResponse({
    description: 'The archive.',
    content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
    headers: { 'Content-Disposition': { description: 'The file name.', schema: { type: 'string' } } },
  })
  async export(
    @CurrentActor() actor: Actor,
    @JsonBody() named: PersonDto,
    @Res() response: Response,
  ): Promise<void> {
    const archive = await this.people.export(actor, await this.finder.find(toNamedPerson(named)));
    response.setHeader('Content-Type', 'application/zip');
    response.setHeader('Content-Disposition', 'attachment; filename="person.zip"');
    response.setHeader('Cache-Control', 'private, no-store');
    // Its end is cut off, so that no one takes it for complete.
    await pipeline(archive, response).catch(() => response.destroy());
  }

  @Post('erase')
  @HttpCode(200)
  @Operation({
    id: 'erasePerson',
    summary: 'Erase all stored data about a person',
    role: 'owner',
    description:
      'Cannot be undone. Waits a few seconds for completion; a longer erasure continues in the background, even after a restart. If the person writes again, they count as new. If nothing is stored about the sender, the request is rejected and similar ids are listed. The audit log records the erasure under a pseudonym.',
    errors: [...BODY_ERRORS, 'NOT_FOUND', 'CONFLICT'],
  })
  @ApiOkResponse({ type: ErasingDto })
  async erase(
    @CurrentActor() actor: Actor,
    @JsonBody() { dry_run: isDryRun = false, digest: expected, ...named }: ErasePersonDto,
  ): Promise<Json<ErasingDto>> {
    const person = await this.finder.find(toNamedPerson(named));
    const digest = digestOf(person);
    if (expected !== undefined && expected !== digest)
      throw new GatehouseError(
        'CONFLICT',
        'The digest belongs to another person.',
        'digest does not match a dry run for this person',
      );
    const known = {
      digest,
      senders: person.addresses,
      linked: await this.finder.linkedTo(person),
      settings: this.settings.naming(person),
    };
    if (isDryRun) {
      const counts = await this.people.count(person);
      if (Object.keys(counts).length === 0) await this.people.refuseUnknown(person, counts);
      return toErasingDto({ ...known, counts });
    }
    const erasure = await this.people.erase(actor, person);
    return toErasingDto({ ...known, counts: erasure.counts }, erasure);
  }

  @Get('erasures/:id')
  @Operation({
    id: 'getErasure',
    summary: 'Show the progress of an erasure',
    role: 'owner',
    errors: ['NOT_FOUND'],
  })
  @ApiOkResponse({ type: ErasureDto })
  async erasure(@PathId('id', 'The erasure.') id: string): Promise<Json<ErasureDto>> {
    return toErasureDto(await this.people.erasure(id));
  }
}
