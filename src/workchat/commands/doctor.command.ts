import { resolve } from 'node:path';
import { CliUsageError, optionIn } from '../../channels/index.js';
import { type Check, type CheckResult, runChecks } from '../../common/index.js';
import { GATEWAY, type GatehouseConfig } from '../../config/index.js';
import type { WebhookAddress } from '../settings/settings.js';
import { urlBelow } from '../../channels/kit/index.js';
import { channelChecks } from '../upkeep/checks/channel-checks.js';
import type { Seen } from '../upkeep/checks/examination.js';
import type { Grant } from '../upkeep/checks/grants.js';
import { packageFile, readIfThere } from '../upkeep/checks/package-file.js';
import { clock, settingsIn, type WorkchatCall, type WorkchatCommand } from './command.js';
import type { Diagnosis } from './diagnosis.js';
import { count, problemData, read } from './files.js';

/** `gatehouse workchat doctor` */
export const doctorCommand: WorkchatCommand = {
  name: 'doctor',
  description: 'Check the credentials, endpoint, permissions and app package, and for each known error.',
  options: [
    {
      flags: '--endpoint <url>',
      help: "the bot's messaging endpoint (default: gateway.publicUrl with webhook.path)",
    },
    { flags: '--package <zip>', help: 'the app package (default: workchat-app.zip in the state directory)' },
  ],
  run: (call) => examineAll(call),
};

async function examineAll(call: WorkchatCall) {
  const config = call.config();
  const settings = settingsIn(config);
  const endpoint = endpointOf(call, config, settings.webhook);
  const readPackage = packageReader(call);
  const { checks, examination } = channelChecks({ settings, clock, endpoint, readPackage });
  const results = await runChecks(checks.map((check) => endingWith(call.signal, check)));
  const { seen } = await examination();
  const { diagnose } = await import('./diagnosis.js');
  const diagnoses = diagnose(settings, seen);
  const failures = results.filter(({ state }) => state === 'failed').length;
  const found = [results, seen, diagnoses] as const;
  const result = { data: dataOf(...found), text: reportOf(...found) };
  return failures === 0 ? result : { ...result, failure: `${count(failures, 'check')} failed` };
}

/** The person may end the command before the check does. */
const endingWith = (stop: AbortSignal, check: Check): Check => ({
  id: check.id,
  run: (signal) => check.run(AbortSignal.any([signal, stop])),
});

/** @throws CliUsageError for an invalid address */
function endpointOf(
  call: WorkchatCall,
  config: GatehouseConfig,
  { path }: WebhookAddress,
): string | undefined {
  const { publicUrl } = config.get(GATEWAY);
  const given = optionIn(call, 'endpoint') ?? (publicUrl && urlBelow(publicUrl, path));
  if (given !== undefined && !/^https?:$/.test(URL.parse(given)?.protocol ?? ''))
    throw new CliUsageError('--endpoint must be an https address');
  return given;
}

/** @throws CliUsageError at once for a named file that cannot be read */
function packageReader(call: WorkchatCall) {
  const named = optionIn(call, 'package');
  const file = resolve(named ?? packageFile(call.stateDir));
  const bytes = named === undefined ? readIfThere(file) : read(file);
  return () => bytes && { file, bytes };
}

const dataOf = (results: readonly CheckResult[], seen: Seen, diagnoses: readonly Diagnosis[]) => ({
  ok: results.every(({ state }) => state !== 'failed'),
  checks: results.map(({ id, state, message, setting, remedy, repair }) => ({
    id,
    state,
    message,
    setting: setting ?? null,
    remedy: remedy ?? null,
    fixable: repair !== undefined,
  })),
  directory_permissions:
    seen.grants?.map(({ anyOf, inApp, why, isRequired, state }) => ({
      any_of: anyOf,
      instead_in_app: inApp ?? null,
      why,
      required: isRequired,
      state,
    })) ?? null,
  package_problems: seen.package?.problems.map(problemData) ?? null,
  errors: diagnoses.map(({ id, symptom, applies, why, action }) => ({ id, symptom, applies, why, action })),
});

const SIGNS = { ok: '✓', warning: '!', failed: '✗', unknown: '?' } as const;
const ANSWERS = { yes: 'applies', no: 'does not apply', unknown: 'cannot be determined from here' } as const;

function reportOf(
  results: readonly CheckResult[],
  { grants = [] }: Seen,
  diagnoses: readonly Diagnosis[],
): string {
  const permissions = grants.map((grant) => `    ${grantText(grant)}`);
  return [
    ...results.flatMap((result) => [
      ...resultText(result),
      ...(result.id === 'permissions' ? permissions : []),
    ]),
    '',
    'Known errors:',
    ...diagnoses.flatMap(diagnosisText),
  ].join('\n');
}

const grantText = ({ state, anyOf, inApp, why }: Grant): string =>
  state === 'in-app' ? `in app   ${inApp ?? ''}: ${why}` : `${state}  ${anyOf[0]}: ${why}`;

const resultText = ({ id, state, message, setting, remedy }: CheckResult): readonly string[] => [
  `${SIGNS[state]} ${id}: ${message}.`,
  ...(state === 'ok' || setting === undefined ? [] : [`    Setting: ${setting}`]),
  ...(state === 'ok' || remedy === undefined ? [] : [`    ${remedy}`]),
];

/** Shows a row's cure unless the row does not apply. */
const diagnosisText = ({ symptom, applies, why, action }: Diagnosis): readonly string[] => [
  `  ${symptom}: ${ANSWERS[applies]}, ${why}.`,
  ...(applies === 'no' ? [] : [`      ${action}`]),
];
