import { Module } from '@nestjs/common';
import { UsageModule } from '../../usage/index.js';
import { BudgetsController } from './budgets.controller.js';
import { UsageController } from './usage.controller.js';

/** Usage and budgets of model calls, for operators. */
@Module({ imports: [UsageModule], controllers: [BudgetsController, UsageController] })
export class UsageAdminModule {}
