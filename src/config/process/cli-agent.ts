/** The `User-Agent` of the command line, whose requests from this machine are logged at debug level. */
export const CLI_AGENT = 'gatehouse-cli';
