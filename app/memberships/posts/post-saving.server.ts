import { type Project, projectOfUser, setHasPosts } from '#app/creators/creators.server.ts';
import { holdOwnImageNames } from '#app/images/images.server.ts';
import type { CallInput } from '#base/calls/call.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { type FieldMessages, failures } from '#base/calls/errors.ts';
import { isoOrNull } from '#base/calls/moment-wire.ts';
import type { Budget } from '#base/calls/rate-limit.server.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { dropCached } from '#base/events/cache-tags.server.ts';
import { readLevel } from '../levels-store.server.ts';
import { holdOwnAudio, setPostAudio } from './audio/audio-store.server.ts';
import type { PostsDeps } from './post-deps.server.ts';
import { postChanged, postRemoved, postUnseen } from './post-failures.ts';
import { mostNotified } from './post-limits.ts';
import { finishPostNotices } from './post-run-store.server.ts';
import {
  countNotifiedPost,
  deletePost,
  hasPublicPosts,
  insertPost,
  lockPost,
  type PostRow,
  type PostText,
  updatePost,
} from './post-store.server.ts';
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
  audio,
  audience,
  levelId,
  levelName,
  version,
  ...row
}: PostRow) => ({
  id,
  title,
  teaser,
  text,
  pictures,
  video,
  audio,
  audience,
  levelId,
  levelName,
  version,
  publishedAt: isoOrNull(row.publishedAt),
  isRemoved: row.removedAt !== null,
  removedFor: row.removedReason,
});

/** The project of the caller. */
export async function ownProject(db: Queryable, context: CallContext): Promise<Project> {
  const project = await projectOfUser(db, callerOf(context).userId);
  if (project === null) throw failures.notFound();
  return project;
}

type Body = CallInput<typeof postsCalls.savePost>['body'];

const saves: Budget = {
  name: 'post-save',
  points: 60,
  seconds: 3_600,
  message: 'Не больше 60 сохранений в час. Подождите немного',
};

/** The level of a post; null where the audience is another one. */
const levelOf = ({ audience, levelId }: Body) => (audience === 'level' ? levelId : null);

/** What the staff has removed stays as it was. */
function requireNotRemoved(post: PostRow | null): void {
  if (post !== null && post.removedAt !== null) throw postRemoved();
}

/** The audio that a post gets; left out, it keeps what it has. */
const audioAfter = ({ audio }: Body, before: PostRow | null): string | null =>
  audio === undefined ? (before?.audio?.name ?? null) : audio;

const isEmpty = ({ text, pictures, video }: Body, audio: string | null) =>
  text === '' && pictures.length === 0 && video === null && audio === null;

/** What is wrong with the parts of a post together. */
function faultsOf({ postId, version, pictures, audience, levelId }: Body): FieldMessages {
  const faults: Record<string, string> = {};
  if (typeof postId === 'string' && typeof version !== 'number') faults.version = 'Укажите, какую версию вы читали';
  if (audience === 'level' && levelId === null) faults.levelId = 'Выберите уровень';
  if (new Set(pictures).size < pictures.length) faults.pictures = 'Одна из картинок повторяется';
  return faults;
}

function throwFaults(fields: FieldMessages): void {
  if (Object.keys(fields).length > 0) throw failures.validationFailed({ fields });
}

interface Stored {
  readonly project: Project;
  /** The post as it was, locked; null: a new one, or no post of the project. */
  readonly before: PostRow | null;
}

/** Throws unless the caller has the pictures, the audio, the level and the post, and unless the post may be changed. */
async function requireSavable(tx: Tx, body: Body, { project, before }: Stored): Promise<void> {
  const { postId = null, version, pictures, isPublished } = body;
  const levelId = levelOf(body);
  const audio = audioAfter(body, before);
  const level = levelId === null ? null : await readLevel(tx, levelId);
  const isOwnLevel = level?.projectId === project.projectId;
  const faults: Record<string, string> = {};
  if (isOwnLevel && level.removedAt !== null && before?.levelId !== levelId) {
    faults.levelId = 'Этого уровня больше нет. Выберите другой';
  }
  if (!(await holdOwnImageNames(tx, project.userId, pictures, { isGuarded: true }))) {
    faults.pictures = 'Загрузите картинки ещё раз';
  }
  if (audio !== null && !(await holdOwnAudio(tx, audio, { ownerId: project.userId, postId }))) {
    faults.audio = 'Загрузите аудио ещё раз';
  }
  if (isPublished && isEmpty(body, audio)) faults.text = 'Напишите текст поста';
  throwFaults(faults);
  if ((postId !== null && before === null) || (levelId !== null && !isOwnLevel)) throw failures.notFound();
  requireNotRemoved(before);
  if (before !== null && before.version !== version) throw postChanged();
}

interface Published {
  readonly id: string;
  readonly projectId: string;
  readonly now: Date;
}

/** Counts the first publication of a post; past the limit of the day nobody is notified of it. */
async function limitNotices(tx: Tx, { timeZone }: PostsDeps, { id, projectId, now }: Published): Promise<void> {
  if (await countNotifiedPost(tx, projectId, { now, timeZone, most: mostNotified })) return;
  await finishPostNotices(tx, id, now);
}

/** Writes a post or changes one. */
export async function savePost(deps: PostsDeps, body: Body, context: CallContext) {
  const { postId = null, isPublished } = body;
  throwFaults(faultsOf(body));
  await context.limits.spend(saves, callerOf(context).userId);
  return context.conclude(async (tx) => {
    await context.claim(tx);
    const project = await ownProject(tx, context);
    const { projectId, userId } = project;
    const before = postId === null ? null : await lockPost(tx, projectId, postId);
    await requireSavable(tx, body, { project, before });
    const now = await deps.clock(tx);
    const { title, teaser, text: words, pictures, video, audience } = body;
    const text: PostText = { title, teaser, text: words, pictures, video, audience, levelId: levelOf(body) };
    const publishedAt = isPublished ? (before?.publishedAt ?? now) : null;
    const id = before?.id ?? (await insertPost(tx, { ...text, projectId, publishedAt, createdAt: now }));
    if (before !== null) await updatePost(tx, id, { ...text, publishedAt });
    if (body.audio !== undefined) await setPostAudio(tx, id, body.audio);
    const isFirst = isPublished && (before === null || before.firstPublishedAt === null);
    if (isFirst) await limitNotices(tx, deps, { id, projectId, now });
    await dropPost(tx, id, project);
    const saved = await lockPost(tx, projectId, id);
    if (saved === null) throw new Error('the post was not saved');
    return { ...shownOwn(saved), creatorId: userId };
  });
}

type Deleted = CallInput<typeof postsCalls.deletePost>['query'];

/** Deletes a post of the caller as it was read. */
export async function deleteOwnPost({ postId, version }: Deleted, context: CallContext): Promise<void> {
  await context.transaction(async (tx) => {
    const project = await ownProject(tx, context);
    const before = await lockPost(tx, project.projectId, postId);
    if (before === null) throw failures.notFound();
    requireNotRemoved(before);
    if (before.version !== version) throw postUnseen();
    await deletePost(tx, postId);
    await dropPost(tx, postId, project);
  });
}
