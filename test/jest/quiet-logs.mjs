import { Logger } from '@nestjs/common';

// Tests provoke failures on purpose; what they log would bury the test report. GATEHOUSE_TEST_LOGS=1 shows it.
if (!process.env.GATEHOUSE_TEST_LOGS) Logger.overrideLogger(false);
