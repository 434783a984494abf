import { hearsWithoutMention } from '../app-package/permissions.js';
import type { PackageProblem } from '../app-package/problem.js';
import { surfacesOf } from '../app-package/surfaces.js';
import type { WorkchatSettings } from '../settings/settings.js';
import { fieldsOf, textOf } from '../../channels/kit/index.js';
import type { Seen } from '../upkeep/checks/examination.js';
import { namesOf } from '../upkeep/checks/grants.js';
import { ERROR_TABLE, type ErrorId, type ErrorRow } from './error-table.js';

/** Whether a row of the error table applies. `unknown`: it cannot be determined from here. */
export interface RowFinding {
  readonly applies: 'yes' | 'no' | 'unknown';
  /** For a person, one line without a full stop. */
  readonly why: string;
  /** Replaces the table's cure where that does not fit the finding. */
  readonly action?: string;
}

export type Diagnosis = ErrorRow & RowFinding;

/** The time in ms after which an answer may be too late for the platform. */
const SLOW_MS = 5_000;

const yes = (why: string, action?: string): RowFinding => ({
  applies: 'yes',
  why,
  ...(action !== undefined && { action }),
});
const no = (why: string): RowFinding => ({ applies: 'no', why });
const unknown = (why: string): RowFinding => ({ applies: 'unknown', why });

/** Determines for each row whether it applies (spec 3-workchat, "Errors"). */
export function diagnose(settings: WorkchatSettings, seen: Seen): readonly Diagnosis[] {
  return ERROR_TABLE.map((row) => ({ ...row, ...JUDGES[row.id](settings, seen) }));
}

type Judge = (settings: WorkchatSettings, seen: Seen) => RowFinding;

const JUDGES: Readonly<Record<ErrorId, Judge>> = {
  'webhook-401': (_, { listener, endpoint }) => {
    if (endpoint?.isBarred) return yes(endpoint.finding.message);
    if (listener?.finding.state === 'ok' || endpoint?.finding.state === 'ok')
      return no('a call without a token is answered 401, which is right, and shows that the way is open');
    return unknown('no call got through to the gateway');
  },
  'channel-images-missing': (settings, { grants }) => {
    if (!hasGroups(settings)) return no('groups and channels are switched off');
    const reading = grants?.filter(({ use }) => use === 'channel-messages' || use === 'chat-messages');
    if (!reading) return unknown('which permissions were granted is not known');
    const missing = reading.filter(({ state }) => state === 'missing');
    if (missing.length > 0) return yes(`not granted: ${namesOf(missing)}`);
    const inApp = reading.filter(({ state }) => state === 'in-app');
    if (inApp.length === 0) return no('the directory has granted what reading them needs');
    return unknown(`not granted: ${namesOf(inApp)}; the package asks for what may do where it is installed`);
  },
  'no-response-in-channels': (settings) => {
    if (settings.groupPolicy === 'disabled')
      return yes(
        'groupPolicy is disabled: no sender is answered there',
        'Set groupPolicy to allowlist or open.',
      );
    if (settings.groupPolicy === 'allowlist' && settings.groupAllowFrom.length === 0)
      return yes(
        'groupPolicy is allowlist, and groupAllowFrom and allowFrom are empty: no sender is answered there',
        'Name those who may use it there in groupAllowFrom, or set groupPolicy to open.',
      );
    if (!hearsWithoutMention(settings))
      return yes('requireMention is on: only messages that mention it are answered');
    return no('requireMention is off, globally or somewhere');
  },
  'old-manifest-shown': (_, { package: checked }) => {
    const version = textOf(checked?.opened?.manifest.version);
    return unknown(
      version === undefined ? 'clients are not seen from here' : `the client has to show version ${version}`,
    );
  },
  'icon-empty': (_, { package: checked }) => {
    if (!checked?.opened) return unknown('there is no package here');
    const icons = Object.values(fieldsOf(checked.opened.manifest.icons));
    const wrong = checked.problems.find(({ field }) => icons.includes(field));
    return wrong ? yes(`${wrong.field}: ${wrong.message}`) : no('both icons are PNGs of the right size');
  },
  'id-in-use': () => unknown('installations elsewhere cannot be seen from here'),
  'upload-failure': (_, { package: checked }) => {
    if (!checked) return unknown('there is no package here');
    const errors = checked.problems.filter(({ level }) => level === 'error');
    if (errors.length === 0) return no("the package passes Microsoft's schema and our rules");
    return yes(`the package has ${errors.length} error(s), of ${fieldsIn(errors)}`);
  },
  'sideloading-fails': () => unknown('who may sideload is decided by the administrators of the organization'),
  'permissions-ineffective': (settings, { package: checked }) => {
    if (!hasGroups(settings)) return no('groups and channels are switched off: none are needed');
    if (!checked?.opened) return unknown('there is no package here');
    const wrong = checked.problems.filter(({ field }) => /^(?:webApplicationInfo|authorization)/.test(field));
    if (wrong.length > 0) return yes(`the package is wrong or lacks something: ${fieldsIn(wrong)}`);
    return unknown(
      'the package asks for the right ones; whether they were consented to, or blocked, is not seen from here',
    );
  },
  'no-document-site': (settings, { grants }) => {
    if (!hasGroups(settings)) return no('groups and channels are switched off');
    if (settings.config.docSiteId === undefined) return yes('docSiteId is not set');
    const site = grants?.find(({ use }) => use === 'uploads');
    if (!site) return unknown('docSiteId is set; which permissions were granted is not known');
    return site.state === 'granted'
      ? no('docSiteId is set, and the app may upload there')
      : yes('docSiteId is set, and Sites.ReadWrite.All is not granted');
  },
  'slow-processing': (_, { listener }) => {
    if (listener?.tookMs === undefined) return unknown('the listener gave no answer that could be timed');
    const took = `the listener answers in ${listener.tookMs} ms`;
    return listener.tookMs >= SLOW_MS ? yes(took) : no(took);
  },
};

const hasGroups = (settings: WorkchatSettings): boolean =>
  surfacesOf(settings).some((surface) => surface !== 'personal');

const fieldsIn = (problems: readonly PackageProblem[]): string =>
  problems.map(({ field }) => field).join(', ');
