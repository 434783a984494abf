import { Injectable } from '@nestjs/common';
import { GatehouseError } from '../../../common/index.js';
import { GatehouseConfig } from '../../../config/index.js';
import {
  type AppPackageOptions,
  type ChannelSetup,
  ChannelSetups,
  installCommand,
  OFFERED,
  placeIn,
  type SetupPlace,
  sourceOf,
} from '../../../plugins/index.js';
import type { Json } from '../../http/json.js';
import type { ChannelSetupDto, SetupCheckDto } from './setup.dto.js';
import { SetupValues } from './setup-answers.js';
import { SetupTrial } from './setup-trial.service.js';
import { SetupFields, stepsOf, toEndpointDto } from './setup-view.js';

/** The account of a channel that has no others. */
const DEFAULT_ACCOUNT = 'default';

/** The setup of channels for the console; the command line has its own wizard, of the same questions. */
@Injectable()
export class ChannelSetupAdmin {
  constructor(
    private readonly setups: ChannelSetups,
    private readonly config: GatehouseConfig,
    private readonly trial: SetupTrial,
  ) {}

  /** @throws GatehouseError NOT_FOUND, INVALID_REQUEST */
  show(channel: string, account = DEFAULT_ACCOUNT): Json<ChannelSetupDto> {
    const setup = this.find(channel);
    const place = this.placeOf(setup, account);
    const fields = new SetupFields(this.config, setup, place);
    const endpoint = place.isThere ? setup.endpoint?.(this.config, account) : undefined;
    return {
      channel,
      account,
      configured: place.isThere,
      several_accounts: setup.placeOf !== undefined,
      steps: stepsOf(setup, place).map(({ title, isTested, questions }) => ({
        title,
        tested: isTested,
        fields: questions.map((question) => fields.of(question)),
      })),
      endpoint: endpoint ? toEndpointDto(place, endpoint) : null,
      app_package: setup.appPackage !== undefined,
    };
  }

  /** Tries the answers; writes nothing. @throws GatehouseError NOT_FOUND, INVALID_REQUEST, CONFLICT */
  check(
    channel: string,
    { account = DEFAULT_ACCOUNT, values }: { readonly account?: string; readonly values: SetupValuesOf },
    signal: AbortSignal,
  ): Promise<Json<SetupCheckDto>> {
    const setup = this.find(channel);
    const place = this.placeOf(setup, account);
    return this.trial.run({ setup, place, account, values: new SetupValues(setup, place, values) }, signal);
  }

  /** @throws GatehouseError NOT_FOUND, INVALID_REQUEST naming the option, CONFLICT */
  async appPackage(channel: string, wanted: AppPackageOptions) {
    const { appPackage } = this.find(channel);
    if (!appPackage)
      throw new GatehouseError('NOT_FOUND', 'No such file.', `${channel} has no installable app`);
    const made = await appPackage(this.config, wanted);
    if ('bytes' in made) return made;
    if (made.option !== undefined) throw GatehouseError.invalidField(made.option, made.problem);
    throw new GatehouseError('CONFLICT', 'The app package cannot be created yet.', made.problem);
  }

  private find(channel: string): ChannelSetup {
    const setup = this.setups.find(channel);
    if (setup) return setup;
    const offered = OFFERED.find((each) => each.channel === channel);
    const lack = offered ? `its plugin is not installed: ${installCommand(sourceOf(offered))}` : '';
    throw new GatehouseError('NOT_FOUND', 'No such channel setup.', lack || 'channel names none');
  }

  private placeOf(setup: ChannelSetup, account: string): SetupPlace {
    if (account !== DEFAULT_ACCOUNT && !setup.placeOf)
      throw GatehouseError.invalidField(
        'account',
        `must be ${DEFAULT_ACCOUNT}: ${setup.channel} has only one account`,
      );
    return placeIn(setup, { channels: this.config.rawAt('channels') }, account);
  }
}

type SetupValuesOf = Readonly<Record<string, unknown>>;
