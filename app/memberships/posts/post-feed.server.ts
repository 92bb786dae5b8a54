import { findProjects } from '#app/creators/creators.server.ts';
import { isStaffCaller } from '#base/calls/admission.server.ts';
import type { CallInput } from '#base/calls/call.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { partOf, placeOf } from '#base/calls/list-places.server.ts';
import type { PostsDeps } from './post-deps.server.ts';
import { countMuted, readFeed } from './post-feed-store.server.ts';
import { shownHead } from './post-head.server.ts';
import type { postsCalls } from './posts.calls.ts';

/** The posts of the creators that the caller supports. */
export async function feed(
  { clock }: PostsDeps,
  { After, Take: take }: CallInput<typeof postsCalls.feed>['query'],
  context: CallContext,
) {
  const { db } = context;
  const caller = callerOf(context);
  const after = placeOf(After);
  const reader = { personId: caller.userId, now: await clock(db), isOpen: isStaffCaller(caller) };
  const rows = await readFeed(db, { after, take: take + 1, ...reader });
  const { part, next } = partOf(rows, take, ({ id, placeAt }) => ({ id, at: placeAt }));
  const projects = await findProjects(
    db,
    part.map(({ projectId }) => projectId),
  );
  const items = part.flatMap((row) => {
    const creator = projects.get(row.projectId);
    if (creator === undefined) return [];
    const { userId, userName, displayName, avatar } = creator;
    const picture = row.mayRead ? row.picture : null;
    return [{ ...shownHead(row), picture, creator: { userId, userName, displayName, avatar } }];
  });
  return { items, next, mutedCreators: await countMuted(db, reader) };
}
