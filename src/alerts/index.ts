export { type Alert, ALERT_CODES, type AlertCode } from './alert.js';
export { AlertHistory } from './alert-history.service.js';
export { AlertsModule } from './alerts.module.js';
export { Alerts } from './sources/alerts.service.js';
export { AlertWatch } from './watch/alert-watch.service.js';
export { ALERT_STATES, type AlertState } from './watch/alerts.repository.js';
export { lastedMs, type RaisedAlert } from './watch/raised-alert.js';
