import { call } from '#app/call.ts';
import { failures } from '#base/calls/errors.ts';

/**
 * Why a file is not sent any more that was on the page: the listener may not read its post, the post is not found any more, deleted or hidden, or
 * it has another file. `lost`: nothing of this is known.
 */
export type AudioFate = 'closed' | 'gone' | 'changed' | 'lost';

interface Refused {
  readonly name: string;
  /** Null: it is not saved. */
  readonly postId: string | null;
}

/** Asks what has become of a file that the server does not send. */
export async function findFate({ name, postId }: Refused, signal: AbortSignal): Promise<AudioFate> {
  if (postId === null) return 'lost';
  try {
    const { content } = await call('GET Post/Post', { query: { postId } }, { signal });
    if (content === null) return 'closed';
    return content.audio?.name === name ? 'lost' : 'changed';
  } catch (error) {
    return failures.notFound.is(error) ? 'gone' : 'lost';
  }
}
