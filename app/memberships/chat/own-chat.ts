import type { CallAnswer } from '#base/calls/call.ts';
import type { chatsCalls } from './chats.calls.ts';

/** A creator's closed chat, as the cabinet shows it. */
export type OwnChat = CallAnswer<typeof chatsCalls.ownChat>;

/** A level that members may be asked for. */
export interface AskedLevel {
  readonly id: string;
  readonly name: string;
}
