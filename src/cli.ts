#!/usr/bin/env node
import { refuseOldNode } from './config/process/node-version.js';

refuseOldNode();
await import('./command-line.js');
