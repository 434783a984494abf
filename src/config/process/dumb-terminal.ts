/** Whether the terminal cannot draw a line again, as that of an editor's shell. */
export const isDumbTerminal = (): boolean => process.env.TERM === 'dumb';
