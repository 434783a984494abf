export { ALERT_CODES, type AlertCode, CONDITIONS } from './codes.js';
export type { Alert } from './condition.js';
export { ConditionsModule } from './conditions.module.js';
export { Conditions } from './conditions.service.js';
export { Doctor } from './doctor.service.js';
export { AlertWatch } from './watch/alert-watch.service.js';
export { ALERT_STATES, type AlertState } from './watch/alerts.repository.js';
export { Alerts } from './watch/alerts.service.js';
export { lastedMs, type RaisedAlert } from './watch/raised-alert.js';

/** The checks of the machine, which the command line runs where no gateway does. */
export const machineChecks = () => import('./host/host-checks.js');
