/**
 * A name that the configuration gives: of an account, for instance. It stands in commands, paths and variables, so no
 * shell and no file system may see more than a word in it.
 */
export const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

export const isPlainName = (text: string): boolean => PLAIN_NAME.test(text);

export const PLAIN_NAME_RULE = 'letters, digits, _ and -, at most 64';
