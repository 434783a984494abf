import { Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '../../access-control/index.js';
import { BODY_ERRORS, JsonBody } from '../../common/index.js';
import { Doctor } from '../../conditions/index.js';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import {
  ChecksQueryDto,
  DoctorDto,
  RepairRequestDto,
  RepairsDto,
  toDoctorDto,
  toRepairDto,
} from './check.dto.js';

/** The checks of the doctor, and their repairs. */
@AdminController('doctor')
export class DoctorController {
  constructor(private readonly doctor: Doctor) {}

  @Get()
  @Operation({
    id: 'examineGateway',
    summary: 'Run the doctor’s checks',
    role: 'operator',
    description: 'Checks this process, its machine and connected services. Read-only; takes up to 5 seconds.',
  })
  @ApiOkResponse({ type: DoctorDto })
  async examine(@Query() { only }: ChecksQueryDto): Promise<Json<DoctorDto>> {
    return toDoctorDto(await this.doctor.examine(only));
  }

  @Post('repairs')
  @HttpCode(200)
  @Operation({
    id: 'repairGateway',
    summary: 'Apply the safe repairs',
    role: 'operator',
    description:
      'Applies each repair that the checks offer, then runs the checks again. Never changes the configuration.',
    errors: BODY_ERRORS,
  })
  @ApiOkResponse({ type: RepairsDto })
  async repair(
    @CurrentActor() actor: Actor,
    @JsonBody() { only }: RepairRequestDto,
  ): Promise<Json<RepairsDto>> {
    const repairs = (await this.doctor.repair(actor, only)).map(toRepairDto);
    return { ...toDoctorDto(await this.doctor.examine(only)), repairs };
  }
}
