import { chatsCalls } from './chat/chats.calls.ts';
import { levelsCalls } from './levels.calls.ts';
import { membersCalls } from './members.calls.ts';
import { messagesCalls } from './messages/messages.calls.ts';
import { ownMembershipsCalls } from './own-memberships.calls.ts';
import { postAudioCalls } from './posts/audio/audio.calls.ts';
import { postsCalls } from './posts/posts.calls.ts';
import { staffMembershipsCalls } from './staff-memberships.calls.ts';

/** Monthly support: a creator's levels and members, a donor's memberships, and what the staff does (docs/rules.md#memberships). */
export const membershipsCalls = {
  ...levelsCalls,
  ...ownMembershipsCalls,
  ...membersCalls,
  ...messagesCalls,
  ...postsCalls,
  ...postAudioCalls,
  ...staffMembershipsCalls,
  ...chatsCalls,
};
