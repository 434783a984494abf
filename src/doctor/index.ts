export { Doctor } from './doctor.service.js';
export { DoctorModule } from './doctor.module.js';
export { isNearlyFull, roomFor } from './host/disk.check.js';
