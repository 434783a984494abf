import { newShortCode } from '../common/index.js';

const CODE_LENGTH = 8;

/** 8 characters, 36 bits: enough for a code that is valid for an hour and can be redeemed only by an operator. */
export const newPairingCode = (): string => newShortCode(CODE_LENGTH);
