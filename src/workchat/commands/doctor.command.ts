import { resolve } from 'node:path';
import { CliUsageError, optionIn } from '../../channels/index.js';
import { GATEWAY, type GatehouseConfig } from '../../config/index.js';
import type { Diagnosis } from './doctor/diagnosis.js';
import type { Examination } from './doctor/examination.js';
import type { Finding } from './doctor/finding.js';
import type { Grant } from './doctor/grants.js';
import type { WebhookAddress } from '../settings/settings.js';
import { tokenSourceFor } from '../service/tokens/access-tokens.js';
import { urlBelow } from '../../channels/kit/index.js';
import { clock, settingsIn, type WorkchatCall, type WorkchatCommand } from './command.js';
import { count, packageFile, problemData, read, readIfThere } from './files.js';

/** `gatehouse workchat doctor` */
export const doctorCommand: WorkchatCommand = {
  name: 'doctor',
  description: 'Check credentials, endpoint, permissions and app package, and each error of the handbook.',
  options: [
    {
      flags: '--endpoint <url>',
      help: 'messaging endpoint of the bot (default: gateway.publicUrl with webhook.path)',
    },
    { flags: '--package <zip>', help: 'the app package (default: workchat-app.zip in the state directory)' },
  ],
  run: (call) => examineAll(call),
};

async function examineAll(call: WorkchatCall) {
  const config = call.config();
  const settings = settingsIn(config);
  const [{ examine }, { diagnose }] = await Promise.all([
    import('./doctor/examination.js'),
    import('./doctor/diagnosis.js'),
  ]);
  const tokens = tokenSourceFor(settings.credentials, settings.cloud, clock);
  const endpoint = endpointOf(call, config, settings.webhook);
  const seen = await examine({ settings, tokens, endpoint, package: packageIn(call) }, call.signal);
  const diagnoses = diagnose(settings, seen);
  const failures = seen.findings.filter(({ state }) => state === 'failed').length;
  const result = { data: dataOf(seen, diagnoses), text: reportOf(seen, diagnoses) };
  return failures === 0 ? result : { ...result, failure: `${count(failures, 'check')} failed` };
}

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

function packageIn(call: WorkchatCall) {
  const named = optionIn(call, 'package');
  const file = resolve(named ?? packageFile(call.stateDir));
  const bytes = named === undefined ? readIfThere(file) : read(file);
  return bytes && { file, bytes };
}

const dataOf = ({ findings, grants, package: checked }: Examination, diagnoses: readonly Diagnosis[]) => ({
  ok: findings.every(({ state }) => state !== 'failed'),
  checks: findings.map(({ name, state, text, cure }) => ({ name, state, text, cure: cure ?? null })),
  directory_permissions:
    grants?.map(({ anyOf, inApp, why, isRequired, state }) => ({
      any_of: anyOf,
      instead_in_app: inApp ?? null,
      why,
      required: isRequired,
      state,
    })) ?? null,
  package_problems: checked?.problems.map(problemData) ?? null,
  errors: diagnoses.map(({ id, symptom, applies, why, action }) => ({ id, symptom, applies, why, action })),
});

const SIGNS = { ok: '✓', warning: '!', failed: '✗', unknown: '?' } as const;
const ANSWERS = { yes: 'applies', no: 'does not apply', unknown: 'cannot be determined from here' } as const;

function reportOf({ findings, grants }: Examination, diagnoses: readonly Diagnosis[]): string {
  const permissions = (grants ?? []).map((grant) => `    ${grantText(grant)}`);
  return [
    ...findings.flatMap((finding) => [
      ...findingText(finding),
      ...(finding.name === 'permissions' ? permissions : []),
    ]),
    '',
    'Errors that are known:',
    ...diagnoses.flatMap(diagnosisText),
  ].join('\n');
}

const grantText = ({ state, anyOf, inApp, why }: Grant): string =>
  state === 'in-app' ? `in app   ${inApp ?? ''}: ${why}` : `${state}  ${anyOf[0]}: ${why}`;

const findingText = ({ name, state, text, cure }: Finding): readonly string[] => [
  `${SIGNS[state]} ${name}: ${text}.`,
  ...(cure === undefined ? [] : [`    ${cure}`]),
];

/** Shows a row's cure unless the row does not apply. */
const diagnosisText = ({ symptom, applies, why, action }: Diagnosis): readonly string[] => [
  `  ${symptom}: ${ANSWERS[applies]}, ${why}.`,
  ...(applies === 'no' ? [] : [`      ${action}`]),
];
