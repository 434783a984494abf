/*
 * Names by which the log tells what its reader need not see. They stand here because the log must not know the modules
 * that write to it.
 */

/** The `User-Agent` of the command line, before its version: its requests are logged at debug level. */
export const CLI_AGENT = 'gatehouse-cli';

/** The context of one line for each answer: for the reader of a terminal; in a log of JSON it is at debug level. */
export const ANSWERS = 'Answers';
