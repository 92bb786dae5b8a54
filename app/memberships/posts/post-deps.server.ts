import type { FileAnswer } from '#base/calls/call.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import type { Clock } from '../clock.server.ts';

/** What the calls of posts need. */
export interface PostsDeps {
  readonly clock: Clock;
  /** Of days. */
  readonly timeZone: string;
  /** Sends a picture of a post. Whether the person may see it was asked before. */
  sendPicture(
    picture: { readonly name: string; readonly w?: number | undefined },
    context: CallContext,
  ): Promise<FileAnswer>;
}
