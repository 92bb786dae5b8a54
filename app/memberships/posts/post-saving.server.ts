import { type Project, projectOfUser, setHasPosts } from '#app/creators/creators.server.ts';
import { holdOwnImageNames } from '#app/images/images.server.ts';
import type { CallInput } from '#base/calls/call.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { type FieldMessages, failures } from '#base/calls/errors.ts';
import { isoOrNull } from '#base/calls/moment-wire.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { dropCached } from '#base/events/cache-tags.server.ts';
import { readLevel } from '../levels-store.server.ts';
import type { PostsDeps } from './post-deps.server.ts';
import { postChanged } from './post-failures.ts';
import { hasPublicPosts, insertPost, lockPost, type PostRow, type PostText, updatePost } from './post-store.server.ts';
import type { postsCalls } from './posts.calls.ts';

/** The tag of what shows the posts of a project. */
export const postsTag = (projectId: string) => `posts:${projectId}`;

/** The tag of what shows a post, or says that there is none. */
export const postTag = (postId: string) => `post:${postId}`;

/** Drops cached answers that show a post of a project, and stores whether its creator has posts to be seen. */
export async function dropPost(tx: Tx, postId: string, { projectId, userId }: Project): Promise<void> {
  await setHasPosts(tx, userId, async () => hasPublicPosts(tx, projectId));
  await dropCached(tx, [postTag(postId), postsTag(projectId)]);
}

/** A post as its creator sees it. */
export const shownOwn = ({
  id,
  title,
  teaser,
  text,
  pictures,
  video,
  audience,
  levelId,
  version,
  ...row
}: PostRow) => ({
  id,
  title,
  teaser,
  text,
  pictures,
  video,
  audience,
  levelId,
  version,
  publishedAt: isoOrNull(row.publishedAt),
  isRemoved: row.removedAt !== null,
});

/** The project of the caller. */
export async function ownProject(db: Queryable, context: CallContext): Promise<Project> {
  const project = await projectOfUser(db, callerOf(context).userId);
  if (project === null) throw failures.notFound();
  return project;
}

type Body = CallInput<typeof postsCalls.savePost>['body'];

/** What is wrong with the parts of a post together. */
function faultsOf({ text, pictures, video, audience, levelId, isPublished }: Body): FieldMessages {
  const faults: Record<string, string> = {};
  if (audience === 'level' && levelId === null) faults.levelId = 'Выберите уровень';
  if (new Set(pictures).size < pictures.length) faults.pictures = 'Одна из картинок повторяется';
  if (isPublished && text === '' && pictures.length === 0 && video === null) faults.text = 'Напишите текст поста';
  return faults;
}

/** Throws unless the level is one of the project: offered, or the one that the post has. */
async function requireLevel(
  tx: Tx,
  levelId: string,
  { projectId, before }: { projectId: string; before: PostRow | null },
) {
  const level = await readLevel(tx, levelId);
  if (level?.projectId !== projectId) throw failures.notFound();
  if (level.removedAt === null || before?.levelId === levelId) return;
  throw failures.validationFailed({ fields: { levelId: 'Этого уровня больше нет. Выберите другой' } });
}

/** Writes a post or changes one. */
export async function savePost({ clock }: PostsDeps, body: Body, context: CallContext) {
  const { postId = null, version, isPublished, ...written } = body;
  const faults = faultsOf(body);
  if (Object.keys(faults).length > 0) throw failures.validationFailed({ fields: faults });
  return context.transaction(async (tx) => {
    const project = await ownProject(tx, context);
    const { projectId, userId } = project;
    const before = postId === null ? null : await lockPost(tx, projectId, postId);
    if (postId !== null && before === null) throw failures.notFound();
    const levelId = written.audience === 'level' ? written.levelId : null;
    if (levelId !== null) await requireLevel(tx, levelId, { projectId, before });
    if (before !== null && before.version !== version) throw postChanged();
    if (!(await holdOwnImageNames(tx, userId, written.pictures, { isGuarded: true }))) {
      throw failures.validationFailed({ fields: { pictures: 'Загрузите картинки ещё раз' } });
    }
    const now = await clock(tx);
    const text: PostText = { ...written, levelId };
    const publishedAt = isPublished ? (before?.publishedAt ?? now) : null;
    const id = before?.id ?? (await insertPost(tx, { ...text, projectId, publishedAt, createdAt: now }));
    if (before !== null) await updatePost(tx, id, { ...text, publishedAt });
    await dropPost(tx, id, project);
    const saved = await lockPost(tx, projectId, id);
    if (saved === null) throw new Error('the post was not saved');
    return { ...shownOwn(saved), creatorId: userId };
  });
}
