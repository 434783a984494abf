/** Cases in which the real service behaves in more than one way. A test may change any of them while it runs. */
export class Variants {
  /** Error for a personal chat whose app was uninstalled (workchat-wire 3.6). */
  uninstalledChat: 'ForbiddenOperationException' | 'MessageWritesBlocked' = 'ForbiddenOperationException';
  /** Answer to the final message of a stream: 202 `{}`, or 201 with the stream's id (3.7). */
  streamEnd: 'empty' | 'with-id' = 'empty';
  /** Order of the replies below a channel post; Graph documents none (5.6). */
  replies: 'oldest-first' | 'newest-first' = 'oldest-first';
}
