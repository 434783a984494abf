import { UNKNOWN_TYPE } from './file-type.js';

/** Types that we always recognize by their content, so a file that only claims to have one of them does not. */
const TOLD_BY_CONTENT = /^(?:image|audio|video)\/|^application\/(?:pdf|zip)$/;
const TYPE = /^[a-z]+\/[a-z0-9][a-z0-9.+-]{0,100}$/;
const ZIP = 'application/zip';

/**
 * The type of a file by its content and by the stated type. The content decides. Where it tells nothing, or only that
 * the file is an archive, as documents are, the stated type may tell more.
 */
export function typeBy(content: string, stated: string | undefined): string {
  const said = stated?.split(';')[0]?.trim().toLowerCase() ?? '';
  const mayBe = TYPE.test(said) && !TOLD_BY_CONTENT.test(said);
  if (content === UNKNOWN_TYPE) return mayBe ? said : UNKNOWN_TYPE;
  return content === ZIP && mayBe && said.startsWith('application/') && said !== UNKNOWN_TYPE
    ? said
    : content;
}
