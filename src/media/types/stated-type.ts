import { UNKNOWN_TYPE } from './file-type.js';

/** These we know by their content: a file that only says it is one is none. */
const TOLD_BY_CONTENT = /^(?:image|audio|video)\/|^application\/(?:pdf|zip)$/;
const TYPE = /^[a-z]+\/[a-z0-9][a-z0-9.+-]{0,100}$/;
const ZIP = 'application/zip';

/**
 * Type of a file by its content and by what somebody says of it: the content decides. Where it tells nothing, or only
 * that it is an archive as documents are, the statement may say more.
 */
export function typeBy(content: string, stated: string | undefined): string {
  const said = stated?.split(';')[0]?.trim().toLowerCase() ?? '';
  const mayBe = TYPE.test(said) && !TOLD_BY_CONTENT.test(said);
  if (content === UNKNOWN_TYPE) return mayBe ? said : UNKNOWN_TYPE;
  return content === ZIP && mayBe && said.startsWith('application/') && said !== UNKNOWN_TYPE
    ? said
    : content;
}
