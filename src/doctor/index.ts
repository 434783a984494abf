export { Doctor } from './doctor.service.js';
export { DoctorModule } from './doctor.module.js';
export { FAULTS } from './faults.js';
export { reachedBudgets } from './gateway/budget-check.js';
export { notInForceText } from './gateway/configuration-check.js';
export { unavailableText } from './gateway/database-checks.js';
export { downText, loginNeededText, unfitText, waitingText } from './gateway/services/mcp-check.js';
export { webhookFailingText, webhookOffText } from './gateway/services/webhook-check.js';
export { brokenText } from './gateway/plugin-check.js';
export { crashedText, givenUpText, isLongUnanswered, unansweredText } from './gateway/work-checks.js';
export { examineBackups } from './host/backup.check.js';
export { examineCertificate } from './host/certificate.check.js';
export { diskCheck } from './host/disk.check.js';

/** The checks of the machine, which the command line runs where no gateway does. */
export const machineChecks = () => import('./host/host-checks.js');
