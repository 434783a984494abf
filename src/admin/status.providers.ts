import { PluginOverview } from './plugin-overview.service.js';
import { StatusService } from './status.service.js';
import { WorkCounts } from './work-counts.service.js';

/** Providers of the parts of `/admin/v1/status`. */
export const STATUS_PROVIDERS = [PluginOverview, StatusService, WorkCounts];
