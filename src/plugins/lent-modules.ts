import * as nestCommon from '@nestjs/common';
import * as nestCore from '@nestjs/core';
import * as classTransformer from 'class-transformer';
import * as classValidator from 'class-validator';
import * as published from './published.js';

/**
 * Modules that plugins import from the running program, so that there is one Nest, one class-validator and one set of
 * metadata. `reflect-metadata` exports nothing: only its effect counts, and it has already run.
 */
export const LENT_MODULES: Readonly<Record<string, object>> = {
  '@nestjs/common': nestCommon,
  '@nestjs/core': nestCore,
  'class-transformer': classTransformer,
  'class-validator': classValidator,
  'gatehouse/plugin': published,
  'reflect-metadata': {},
};
