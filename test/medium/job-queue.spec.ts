import { jobQueueSuite } from '../contract/job-queue.suite.js';
import { DATABASES } from '../support/databases.js';

describe.each(DATABASES)('JobQueue on %s', (_, open) => jobQueueSuite(open));
