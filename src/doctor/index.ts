export { Doctor } from './doctor.service.js';
export { DoctorModule } from './doctor.module.js';
export { isNearlyFull, roomFor } from './host/disk.check.js';

/** The checks of the machine, which the command line runs where no gateway does. */
export const machineChecks = () => import('./host/host-checks.js');
