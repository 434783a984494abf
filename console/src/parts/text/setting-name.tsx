import { may } from '../../api/session.js';
import { hrefOf } from '../../frame/router.js';

/** Settings are found up to the first entry of a list or a table: its fields have no place of their own in the form. */
const FINDABLE = /^[a-z]\w*(?:\.\w+)*/;

/** The setting that decides; for those who may change it, the way to its field. A variable or a file has none. */
export const SettingName = ({ path }: { readonly path: string }) => {
  const [found] = FINDABLE.exec(path) ?? [];
  const name = <code>{path}</code>;
  return found !== undefined && may('owner') ? <a href={hrefOf('settings', { q: found })}>{name}</a> : name;
};
