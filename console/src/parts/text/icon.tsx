/** Drawn on a grid of 16; each is decoration beside a text. */
const PATHS = {
  access: 'M8 1.5 13.5 4v4c0 3.2-2.3 5.6-5.5 6.5C4.8 13.6 2.5 11.2 2.5 8V4zM6 8l1.5 1.5L10.5 6.5',
  agents: 'M4 5.5h8v7H4zM8 5.5V3M6.5 8.5v1M9.5 8.5v1M2 8v2M14 8v2',
  audit: 'M3.5 2h9v12h-9zM6 5h4M6 8h4M6 11h2',
  channels: 'M8 8 3 3.5M8 8l5-4.5M8 8v6M8 8m-1.5 0a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0',
  close: 'M4 4l8 8M12 4l-8 8',
  command: 'M2.5 4.5 6 8l-3.5 3.5M7.5 12h6',
  conversations: 'M2 3h12v8H7l-3 3v-3H2z',
  copy: 'M5.5 5.5h8v8h-8zM3 10.5H2.5v-8h8V3',
  deliveries: 'M2 8 14 2.5 10.5 14 8 9.5zM8 9.5l6-7',
  logs: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  overview: 'M2 13h12M4 10.5v-3M8 10.5V3.5M12 10.5V6',
  pairings:
    'M6 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M1.5 13.5c0-3 2-4.5 4.5-4.5 1.2 0 2.2.3 3 .9M12 9v5M9.5 11.5h5',
  plugins: 'M6 2v3.5M10 2v3.5M4 5.5h8V8a4 4 0 0 1-8 0zM8 12v2.5',
  settings: 'M2 4.5h7M12 4.5h2M2 11.5h2M7 11.5h7M10.5 3v3M5.5 10v3',
  try: 'M2.5 8.5 13.5 2.5 10 13.5 7.5 9.5zM7.5 9.5l3-3.5',
  users: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6M2.5 14c0-3 2.5-4.5 5.5-4.5s5.5 1.5 5.5 4.5',
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
