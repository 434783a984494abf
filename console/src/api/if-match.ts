/** Lets a change pass only while the thing is what was read: no one's change is overwritten unseen. */
export const ifMatch = (tag: string | undefined) => (tag === undefined ? {} : { 'If-Match': tag });
