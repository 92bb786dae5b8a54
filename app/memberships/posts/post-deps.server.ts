import type { FileAnswer } from '#base/calls/call.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import type { Clock } from '../clock.server.ts';

/** What the calls of posts need. */
export interface PostsDeps {
  readonly clock: Clock;
  /** Sends a picture that only those may see whom the caller of this has admitted. */
  sendPicture(
    picture: { readonly name: string; readonly w?: number | undefined },
    context: CallContext,
  ): Promise<FileAnswer>;
}
