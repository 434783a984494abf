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
      return no('a call without a token gets 401 as it should, so the gateway is reachable');
    return unknown('no call reached the gateway');
  },
  'channel-images-missing': (settings, { grants }) => {
    if (!hasGroups(settings)) return no('groups and channels are switched off');
    const reading = grants?.filter(({ use }) => use === 'channel-messages' || use === 'chat-messages');
    if (!reading) return unknown('the granted permissions are unknown');
    const missing = reading.filter(({ state }) => state === 'missing');
    if (missing.length > 0) return yes(`not granted: ${namesOf(missing)}`);
    const inApp = reading.filter(({ state }) => state === 'in-app');
    if (inApp.length === 0) return no('the directory has granted the permissions for reading them');
    return unknown(
      `not granted: ${namesOf(inApp)}; the permissions that the package requests may be enough where it is installed`,
    );
  },
  'no-response-in-channels': (settings) => {
    if (settings.groupPolicy === 'disabled')
      return yes(
        'groupPolicy is disabled, so no sender is answered there',
        'Set groupPolicy to allowlist or open.',
      );
    if (settings.groupPolicy === 'allowlist' && settings.groupAllowFrom.length === 0)
      return yes(
        'groupPolicy is allowlist, but groupAllowFrom and allowFrom are empty, so no sender is answered there',
        'Add the people who may use it there to groupAllowFrom, or set groupPolicy to open.',
      );
    if (!hearsWithoutMention(settings))
      return yes('requireMention is on, so only messages that mention the bot are answered');
    return no('requireMention is off, at least for some teams or channels');
  },
  'old-manifest-shown': (_, { package: checked }) => {
    const version = textOf(checked?.opened?.manifest.version);
    return unknown(
      version === undefined ? 'clients cannot be seen from here' : `the client must show version ${version}`,
    );
  },
  'icon-empty': (_, { package: checked }) => {
    if (!checked?.opened) return unknown('there is no package here');
    const icons = Object.values(fieldsOf(checked.opened.manifest.icons));
    const wrong = checked.problems.find(({ field }) => icons.includes(field));
    return wrong ? yes(`${wrong.field}: ${wrong.message}`) : no('both icons are PNGs with the right size');
  },
  'id-in-use': () => unknown('installations elsewhere cannot be seen from here'),
  'upload-failure': (_, { package: checked }) => {
    if (!checked) return unknown('there is no package here');
    const errors = checked.problems.filter(({ level }) => level === 'error');
    if (errors.length === 0) return no("the package passes Microsoft's schema and Gatehouse's rules");
    return yes(`the package has ${errors.length} error(s), in ${fieldsIn(errors)}`);
  },
  'sideloading-fails': () => unknown("the organization's administrators decide who may sideload"),
  'permissions-ineffective': (settings, { package: checked }) => {
    if (!hasGroups(settings)) return no('groups and channels are switched off, so none are needed');
    if (!checked?.opened) return unknown('there is no package here');
    const wrong = checked.problems.filter(({ field }) => /^(?:webApplicationInfo|authorization)/.test(field));
    if (wrong.length > 0) return yes(`the package has wrong or missing fields: ${fieldsIn(wrong)}`);
    return unknown(
      'the package requests the right permissions; whether they were granted or blocked cannot be seen from here',
    );
  },
  'no-document-site': (settings, { grants }) => {
    if (!hasGroups(settings)) return no('groups and channels are switched off');
    if (settings.config.docSiteId === undefined) return yes('docSiteId is not set');
    const site = grants?.find(({ use }) => use === 'uploads');
    if (!site) return unknown('docSiteId is set, but the granted permissions are unknown');
    return site.state === 'granted'
      ? no('docSiteId is set, and the app may upload there')
      : yes('docSiteId is set, but Sites.ReadWrite.All is not granted');
  },
  'slow-processing': (_, { listener }) => {
    if (listener?.tookMs === undefined)
      return unknown('the response time of the listener could not be measured');
    const took = `the listener responds in ${listener.tookMs} ms`;
    return listener.tookMs >= SLOW_MS ? yes(took) : no(took);
  },
};

const hasGroups = (settings: WorkchatSettings): boolean =>
  surfacesOf(settings).some((surface) => surface !== 'personal');

const fieldsIn = (problems: readonly PackageProblem[]): string =>
  problems.map(({ field }) => field).join(', ');
