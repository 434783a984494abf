/** Every script is in `assets/` below the console, wherever a proxy has put that. */
const script = import.meta.url;

/** The address of the console, `…/console/`. */
export const CONSOLE = new URL('../', script);

/** The address of the admin API, beside the console. */
export const ADMIN_API = new URL('../../admin/v1', script).href;
