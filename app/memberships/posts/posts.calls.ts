import { z } from 'zod';
import { stagedCreator } from '#app/creators/creators.calls.ts';
import { imageWidths } from '#app/images/image-choices.ts';
import { del, file, get, nothing, post } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { givenReason } from '#base/calls/reason-wire.ts';
import { seenLine, seenText } from '#base/calls/text-wire.ts';
import { isPageAddress } from '#base/outer/page-address.ts';
import { instant } from '../membership-shapes.ts';
import { postAudio } from './audio/audio.calls.ts';
import { postChanged, postRemoved } from './post-failures.ts';
import { audiences, hidings, longest, mostListed, mostPictures } from './post-limits.ts';

const { notFound, unavailable } = failures;

const audience = z.enum(audiences);

/** The part of a list after a place: `After` is the `next` of the page before. */
const part = {
  After: z.string().max(200).optional(),
  Take: z.int().min(1).max(mostListed).default(mostListed),
};

/** The level that is offered to those who want to read a post of the audience `level`; null: none is, or the post asks for none. */
const offeredLevel = z.object({ id: wireId, name: z.string(), amount: money }).nullable();

/**
 * What everybody sees of a post. `mayRead`: whether the caller may read the whole of it. `pictures`: how many there are. `audioSeconds` null:
 * it has no audio.
 */
const head = z.object({
  id: wireId,
  title: z.string(),
  teaser: z.string(),
  audience,
  level: offeredLevel,
  publishedAt: instant.nullable(),
  pictures: z.int(),
  hasVideo: z.boolean(),
  audioSeconds: z.int().nullable(),
  mayRead: z.boolean(),
});

const picture = z.object({ name: z.string(), width: z.int(), height: z.int() });

/** `player`: the path of a page that frames the video, for sites whose videos can be framed; null: a plain link. */
const video = z.object({ url: z.string(), player: z.string().nullable() });

/** The whole of a post, for those who may read it alone. */
const content = z.object({
  text: z.string(),
  pictures: z.array(picture),
  video: video.nullable(),
  audio: postAudio.nullable(),
});

/**
 * What a creator writes of a post. `pictures`: names of uploads of the type `Post`. `audio`: the name of an upload of `Post/Audio`; null: none;
 * left out, the post keeps what it has. `levelId` goes with the audience `level` alone.
 */
const written = {
  title: seenLine().min(1, { error: 'Назовите пост' }).max(longest.title),
  teaser: seenText().max(longest.teaser).default(''),
  text: seenText().max(longest.text).default(''),
  pictures: z.array(z.string().max(100)).max(mostPictures).default([]),
  video: z
    .url({ protocol: /^https$/, error: 'Нужен полный адрес видео, с https:// в начале', abort: true })
    .max(longest.video, { abort: true })
    .refine(isPageAddress, { error: 'Нужен адрес на сайте, который откроется у всех, без имени и пароля в нём' })
    .nullable()
    .default(null),
  audio: z.string().max(100).nullish(),
  audience,
  levelId: wireId.nullable().default(null),
};

/** A post for its creator. `publishedAt` null: a draft. `isRemoved`: by the staff. `removedFor`: its reason; null: it is not removed. */
const ownPost = z.object({
  id: wireId,
  title: z.string(),
  teaser: z.string(),
  text: z.string(),
  pictures: z.array(z.string()),
  video: z.string().nullable(),
  audio: postAudio.nullable(),
  audience,
  levelId: wireId.nullable(),
  levelName: z.string().nullable(),
  version: z.int(),
  publishedAt: instant.nullable(),
  isRemoved: z.boolean(),
  removedFor: z.string().nullable(),
});

const ownHead = ownPost.pick({
  id: true,
  title: true,
  audience: true,
  levelName: true,
  publishedAt: true,
  isRemoved: true,
  removedFor: true,
});

/** Posts of creators for everyone, for their members, or for those of a level (docs/rules.md#posts). */
export const postsCalls = {
  /**
   * The published posts of a creator, newest first, without what only readers see. 404: no such creator, or a blocked one
   * (docs/rules.md#posts).
   */
  posts: get('Post/List', {
    summary: 'The posts of a creator',
    access: 'guest',
    query: z.object({ userName: z.string().max(100), ...part }),
    answer: z.object({ items: z.array(head), next: z.string().nullable() }),
    errors: [notFound],
  }),
  /**
   * The published posts of the creators that the caller supports monthly, newest first, as in `Post/List`: of those whose month is paid, and
   * that are neither muted nor blocked. `picture`: the name of the first one, which `Post/Picture` sends; null: there is none, or the caller may
   * not see it. `mutedCreators`: how many of those whose month is paid are muted (docs/rules.md#posts).
   */
  feed: get('Post/Feed', {
    summary: 'New posts of the creators that one supports',
    access: 'user',
    query: z.object(part),
    answer: z.object({
      items: z.array(
        head.extend({
          picture: z.string().nullable(),
          creator: stagedCreator.pick({ userId: true, userName: true, displayName: true, avatar: true }),
        }),
      ),
      next: z.string().nullable(),
      mutedCreators: z.int(),
    }),
    errors: [],
  }),
  /**
   * A post. `content`: null for those who may not read it. `isMember`: the caller supports its creator monthly, at whatever level. `hiding`:
   * why others do not find it; null: they do. `removedFor`: the staff's reason; null: it has not removed it. 404: there is none, or a draft
   * of another person, or its creator is blocked (docs/rules.md#posts).
   */
  post: get('Post/Post', {
    summary: 'A post',
    access: 'guest',
    query: z.object({ postId: wireId }),
    answer: head.extend({
      creator: stagedCreator,
      isOwn: z.boolean(),
      isMember: z.boolean(),
      hiding: z.enum(hidings).nullable(),
      removedFor: z.string().nullable(),
      content: content.nullable(),
    }),
    errors: [notFound],
  }),
  /**
   * A picture of a post, in the formats and widths of other pictures. A browser may keep it, but asks anew with each visit: 304 where it has
   * the picture and the caller may still see it. 404: no post that the caller may read shows it (docs/rules.md#posts).
   */
  picture: get('Post/Picture', {
    summary: 'A picture of a post',
    access: 'guest',
    query: z.object({
      name: z.string().max(100),
      w: z
        .int()
        .refine((pixels) => imageWidths.some((one) => one === pixels), { error: `Ширина: ${imageWidths.join(', ')}` })
        .optional(),
    }),
    answer: file,
    errors: [notFound, unavailable],
    form: 'file',
    mediaTypes: ['image/avif', 'image/webp', 'image/jpeg', 'image/png'],
  }),
  /** The caller's posts, drafts too, the last begun first (docs/rules.md#posts). */
  ownPosts: get('Post/Own', {
    summary: 'Own posts',
    access: 'user',
    query: z.object(part),
    answer: z.object({ items: z.array(ownHead), next: z.string().nullable() }),
    errors: [notFound],
  }),
  /** A post of the caller for editing. 404: none with this id, or another person's (docs/rules.md#posts). */
  ownPost: get('Post/Edit', {
    summary: 'A post for editing',
    access: 'user',
    query: z.object({ postId: wireId }),
    answer: ownPost,
    errors: [notFound],
  }),
  /**
   * Writes a post, or with `postId` and the `version` that was read changes one. With `isPublished` it is shown; its members are notified
   * once, however often it is published, of at most three posts a day. 400 in `fields`; 404: no such post or level of the caller; 409
   * `PostChanged`: the version is an earlier one; 409 `PostRemoved`: the staff has removed it. The answer names the creator, so
   * that the one that is kept for a repeated request is erased with the person (docs/rules.md#posts).
   */
  savePost: post('Post/Save', {
    summary: 'Write or change a post',
    access: 'user',
    body: z.strictObject({
      postId: wireId.nullish(),
      version: z.int().min(1).nullish(),
      ...written,
      isPublished: z.boolean(),
    }),
    answer: ownPost.extend({ creatorId: wireId }),
    errors: [notFound, postChanged, postRemoved],
    idempotent: true,
    transaction: 'own',
  }),
  /**
   * Deletes a post of the caller that was read with `version`. 404: none with this id, or another person's; 409 `PostChanged`: the version is an
   * earlier one, `PostRemoved` (docs/rules.md#posts).
   */
  deletePost: del('Post/Delete', {
    summary: 'Delete a post',
    access: 'user',
    query: z.object({ postId: wireId, version: z.int().min(1) }),
    answer: nothing,
    errors: [notFound, postChanged, postRemoved],
  }),
  /**
   * The published posts of all creators, newest first, as a whole, removed ones too. `UserId`: only this creator's. `pictures`: the names, which
   * `Post/Picture` shows to the staff (docs/rules.md#posts).
   */
  staffPosts: get('Moderator/Posts', {
    summary: 'Posts of creators',
    access: 'moderator',
    query: z.object({ UserId: wireId.optional(), ...part }),
    answer: z.object({
      items: z.array(
        ownPost
          .pick({
            id: true,
            title: true,
            teaser: true,
            text: true,
            video: true,
            audio: true,
            audience: true,
            levelName: true,
            isRemoved: true,
          })
          .extend({ pictures: z.array(z.string()), publishedAt: instant, creatorId: wireId, creatorName: z.string() }),
      ),
      next: z.string().nullable(),
    }),
    errors: [],
  }),
  /**
   * Takes a post from all its readers, its creator apart, also one that is a draft again. Repeating changes nothing. 404: no such post, or it
   * was never published (docs/rules.md#posts).
   */
  removePost: post('Moderator/RemovePost', {
    summary: 'Remove a post',
    access: 'moderator',
    body: z.strictObject({
      postId: wireId,
      reason: givenReason,
    }),
    answer: nothing,
    errors: [notFound],
    audited: true,
  }),
};
