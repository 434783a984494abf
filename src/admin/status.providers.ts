import { PluginOverview } from './plugin-overview.service.js';
import { StatusService } from './status.service.js';
import { WorkCounts } from './work-counts.service.js';

/** What the status page is made from. */
export const STATUS_PROVIDERS = [PluginOverview, StatusService, WorkCounts];
