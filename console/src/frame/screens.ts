import type { ComponentType } from 'preact';
import type { Role } from '../api/session.js';
import type { IconName } from '../parts/text/icon.js';
import type { ScreenProps } from './router.js';

export interface ScreenEntry {
  /** The first part of its address. */
  readonly path: string;
  readonly title: string;
  readonly icon: IconName;
  /** The lowest role that may use it. */
  readonly role: Role;
  /** After `g`. */
  readonly key: string;
  readonly load: () => Promise<{ readonly default: ComponentType<ScreenProps> }>;
}

/** All screens, in the order of the navigation. */
export const SCREENS: readonly ScreenEntry[] = [
  {
    path: '',
    title: 'Overview',
    icon: 'overview',
    role: 'viewer',
    key: 'o',
    load: () => import('../screens/overview/overview.js'),
  },
  {
    path: 'try',
    title: 'Try',
    icon: 'try',
    // Who may not chat reads the reason there.
    role: 'viewer',
    key: 'y',
    load: () => import('../screens/try/try.js'),
  },
  {
    path: 'conversations',
    title: 'Conversations',
    icon: 'conversations',
    role: 'viewer',
    key: 'c',
    load: () => import('../screens/conversations/conversations.js'),
  },
  {
    path: 'pairings',
    title: 'Pairings',
    icon: 'pairings',
    role: 'viewer',
    key: 'p',
    load: () => import('../screens/pairings/pairings.js'),
  },
  {
    path: 'deliveries',
    title: 'Deliveries',
    icon: 'deliveries',
    role: 'viewer',
    key: 'd',
    load: () => import('../screens/deliveries/deliveries.js'),
  },
  {
    path: 'access',
    title: 'Access',
    icon: 'access',
    role: 'viewer',
    key: 'a',
    load: () => import('../screens/access/access.js'),
  },
  {
    path: 'users',
    title: 'Users',
    icon: 'users',
    role: 'viewer',
    key: 'u',
    load: () => import('../screens/users/users.js'),
  },
  {
    path: 'agents',
    title: 'Agents',
    icon: 'agents',
    role: 'viewer',
    key: 'g',
    load: () => import('../screens/agents/agents.js'),
  },
  {
    path: 'channels',
    title: 'Channels',
    icon: 'channels',
    role: 'viewer',
    key: 'h',
    load: () => import('../screens/channels/channels.js'),
  },
  {
    path: 'logs',
    title: 'Logs',
    icon: 'logs',
    role: 'operator',
    key: 'l',
    load: () => import('../screens/logs/logs.js'),
  },
  {
    path: 'audit',
    title: 'Audit',
    icon: 'audit',
    role: 'owner',
    key: 't',
    load: () => import('../screens/audit/audit.js'),
  },
  {
    path: 'settings',
    title: 'Settings',
    icon: 'settings',
    role: 'owner',
    key: 's',
    load: () => import('../screens/settings/settings.js'),
  },
  {
    path: 'plugins',
    title: 'Plugins',
    icon: 'plugins',
    role: 'viewer',
    key: 'n',
    load: () => import('../screens/plugins/plugins.js'),
  },
];
