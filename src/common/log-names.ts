/** The context of one line for each answer: for the reader of a terminal; in a log of JSON it is at debug level. */
export const ANSWERS = 'Answers';
