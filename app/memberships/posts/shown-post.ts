import type { CallAnswer } from '#base/calls/call.ts';
import type { postsCalls } from './posts.calls.ts';

/** A post in a list. */
export type PostHead = CallAnswer<typeof postsCalls.posts>['items'][number];

/** A post of one of the creators that its reader supports. */
export type FeedPost = CallAnswer<typeof postsCalls.feed>['items'][number];

/** A post for whoever asked for it. */
export type ShownPost = CallAnswer<typeof postsCalls.post>;

/** The whole of a post. */
export type PostContent = NonNullable<ShownPost['content']>;

/** A post as its creator writes it. */
export type OwnPost = CallAnswer<typeof postsCalls.ownPost>;
