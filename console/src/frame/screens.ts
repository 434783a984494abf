import type { ComponentType } from 'preact';
import type { Role } from '../api/session.js';
import type { IconName } from '../parts/icon.js';
import type { Place } from './router.js';

export interface ScreenProps {
  readonly place: Place;
}

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
];
