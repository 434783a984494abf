import { SecretFormat } from '../../common/index.js';

/** Admin tokens that owners make; the first owner token has a form of its own. */
export const ADMIN_TOKENS = new SecretFormat('gha_');
