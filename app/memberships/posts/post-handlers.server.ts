import {
  findProject,
  findProjectByName,
  findProjects,
  type Project,
  projectOfUser,
  stagedOf,
} from '#app/creators/creators.server.ts';
import { addressOf, pinnedVideoOf } from '#app/creators/pinned-video.ts';
import { imagesByName } from '#app/images/images.server.ts';
import { isStaffCaller } from '#base/calls/admission.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import type { CallInput } from '#base/calls/call.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import { partOf, placeOf } from '#base/calls/list-places.server.ts';
import { membershipsTag } from '../endings.server.ts';
import type { PostsDeps } from './post-deps.server.ts';
import { feed } from './post-feed.server.ts';
import { shownHead } from './post-head.server.ts';
import type { Hiding } from './post-limits.ts';
import { deleteOwnPost, dropPost, ownProject, postsTag, postTag, savePost, shownOwn } from './post-saving.server.ts';
import {
  type ReadPostRow,
  readNewestPosts,
  readOwnPosts,
  readPost,
  readPostsWith,
  readProjectOfPost,
  readPublished,
  readShownPost,
  removePost,
} from './post-store.server.ts';
import { isOwner, isSeen, maySee } from './post-viewers.server.ts';
import type { postsCalls } from './posts.calls.ts';

async function list(
  { clock }: PostsDeps,
  { userName, After, Take: take }: CallInput<typeof postsCalls.posts>['query'],
  context: CallContext,
) {
  const { db, tag, caller } = context;
  tag(`creatorName:${userName.toLowerCase()}`);
  const after = placeOf(After);
  const project = await findProjectByName(db, userName);
  if (!isSeen(caller, project)) throw failures.notFound();
  const { projectId } = project;
  tag(postsTag(projectId), membershipsTag(projectId), `project:${projectId}`);
  const reader = {
    personId: caller?.userId ?? null,
    now: await clock(db),
    isOpen: isOwner(caller, project) || isStaffCaller(caller),
  };
  const rows = await readPublished(db, { projectId, after, take: take + 1, ...reader });
  const { part, next } = partOf(rows, take, ({ id, placeAt }) => ({ id, at: placeAt }));
  return { items: part.map(shownHead), next };
}

async function contentOf({ db }: CallContext, { text, pictures: names, video, audio }: ReadPostRow) {
  const found = await imagesByName(db, names);
  const pictures = names.flatMap((name) => {
    const image = found.get(name);
    return image === undefined ? [] : [{ name, width: image.width, height: image.height }];
  });
  const framed = pinnedVideoOf(video ?? '');
  const player = framed && `/video/${framed.site}/${framed.id}`;
  const shownVideo = video === null ? null : { url: framed ? addressOf(framed) : video, player };
  return { text, pictures, video: shownVideo, audio };
}

/** Why a post that the caller may see is hidden from others; null: it is not. */
function hidingOf({ removedReason, publishedAt }: ReadPostRow, { isAvailable }: Project): Hiding | null {
  if (removedReason !== null) return 'removed';
  if (publishedAt === null) return 'draft';
  return isAvailable ? null : 'blocked';
}

async function show({ clock }: PostsDeps, postId: string, context: CallContext) {
  const { db, tag, caller } = context;
  tag(postTag(postId));
  const projectOfPost = await readProjectOfPost(db, postId);
  const project = projectOfPost === null ? null : await findProject(db, projectOfPost);
  if (!isSeen(caller, project)) throw failures.notFound();
  const { projectId } = project;
  tag(postsTag(projectId), membershipsTag(projectId), `project:${projectId}`);
  const isOwn = isOwner(caller, project);
  const reader = {
    personId: caller?.userId ?? null,
    now: await clock(db),
    isOpen: isOwn || isStaffCaller(caller),
  };
  const row = await readShownPost(db, postId, reader);
  if (row === null || (row.publishedAt === null && !isOwn)) throw failures.notFound();
  return {
    ...shownHead(row),
    creator: stagedOf(project),
    isOwn,
    isMember: row.isMember,
    hiding: hidingOf(row, project),
    removedFor: row.removedReason,
    content: row.mayRead ? await contentOf(context, row) : null,
  };
}

/** Whether the caller may see a picture: one of the posts that show it is enough. */
async function maySeePicture({ clock }: PostsDeps, name: string, { db, caller }: CallContext): Promise<boolean> {
  const posts = await readPostsWith(db, name, { personId: caller?.userId ?? null, now: await clock(db) });
  if (posts.length === 0) return false;
  const projects = await findProjects(
    db,
    posts.map(({ projectId }) => projectId),
  );
  return posts.some((post) => maySee(caller, projects.get(post.projectId) ?? null, post));
}

async function forStaff(
  { UserId: userId, After, Take: take }: CallInput<typeof postsCalls.staffPosts>['query'],
  { db }: CallContext,
) {
  const after = placeOf(After);
  const project = userId === undefined ? null : await projectOfUser(db, userId);
  if (userId !== undefined && project === null) return { items: [], next: null };
  const rows = await readNewestPosts(db, { projectId: project?.projectId ?? null, after, take: take + 1 });
  const { part, next } = partOf(rows, take, ({ id, placeAt }) => ({ id, at: placeAt }));
  const projects = await findProjects(
    db,
    part.map(({ projectId }) => projectId),
  );
  const items = part.flatMap((row) => {
    const creator = projects.get(row.projectId);
    if (creator === undefined || row.publishedAt === null) return [];
    const { id, title, teaser, text, video, audio, audience, levelName, pictures, publishedAt } = row;
    const shown = { id, title, teaser, text, video, audio, audience, levelName, pictures };
    return [
      {
        ...shown,
        isRemoved: row.removedAt !== null,
        publishedAt: publishedAt.toISOString(),
        creatorId: creator.userId,
        creatorName: creator.userName,
      },
    ];
  });
  return { items, next };
}

/** Handlers of posts. */
export function createPostHandlers(deps: PostsDeps): Handlers<typeof postsCalls> {
  return {
    posts: async ({ query }, context) => list(deps, query, context),
    feed: async ({ query }, context) => feed(deps, query, context),
    post: async ({ query: { postId } }, context) => show(deps, postId, context),
    picture: async ({ query }, context) => {
      if (!(await maySeePicture(deps, query.name, context))) throw failures.notFound({ message: 'Такой картинки нет' });
      return deps.sendPicture(query, context);
    },
    ownPosts: async ({ query: { After, Take: take } }, context) => {
      const after = placeOf(After);
      const { projectId } = await ownProject(context.db, context);
      const rows = await readOwnPosts(context.db, { projectId, after, take: take + 1 });
      const { part, next } = partOf(rows, take, ({ id, placeAt }) => ({ id, at: placeAt }));
      return { items: part.map(shownOwn), next };
    },
    ownPost: async ({ query: { postId } }, context) => {
      const { projectId } = await ownProject(context.db, context);
      const row = await readPost(context.db, postId);
      if (row?.projectId !== projectId) throw failures.notFound();
      return shownOwn(row);
    },
    savePost: async ({ body }, context) => savePost(deps, body, context),
    deletePost: async ({ query }, context) => {
      await deleteOwnPost(query, context);
      return {};
    },
    staffPosts: async ({ query }, context) => forStaff(query, context),
    removePost: async ({ body: { postId, reason } }, context) => {
      await context.transaction(async (tx) => {
        const projectId = await removePost(tx, postId, { now: await deps.clock(tx), reason });
        const project = projectId === null ? null : await findProject(tx, projectId);
        if (project === null) throw failures.notFound();
        context.note({ subject: project.userId });
        await dropPost(tx, postId, project);
      });
      return {};
    },
  };
}
