import { Logger } from '@nestjs/common';

// Tests provoke failures on purpose, and their logs would bury the test report. GATEHOUSE_TEST_LOGS=1 shows them.
if (!process.env.GATEHOUSE_TEST_LOGS) Logger.overrideLogger(false);
