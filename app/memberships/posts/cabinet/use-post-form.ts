import { useRef, useState } from 'react';
import { call } from '#app/call.ts';
import { failures, isRefused } from '#base/calls/errors.ts';
import { newKey } from '#base/calls/new-key.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import { postChanged, postDeleted, postUnseen } from '../post-failures.ts';
import type { Audience } from '../post-limits.ts';
import type { OwnPost, PostContent } from '../shown-post.ts';
import { useUploads } from './use-uploads.ts';

/** A post as it is written. `audience`: everyone, members, or the id of a level. */
export interface PostDraft {
  readonly title: string;
  readonly teaser: string;
  readonly text: string;
  readonly pictures: readonly string[];
  readonly video: string;
  readonly audio: PostContent['audio'];
  readonly audience: string;
}

function draftOf(post: OwnPost | null): PostDraft {
  if (post === null) {
    return { title: '', teaser: '', text: '', pictures: [], video: '', audio: null, audience: 'members' };
  }
  const { title, teaser, text, pictures, video, audio, audience, levelId } = post;
  return { title, teaser, text, pictures, video: video ?? '', audio, audience: levelId ?? audience };
}

/** Who may read a post, as calls name it. */
export function audienceOf({ audience }: PostDraft): { readonly audience: Audience; readonly levelId: string | null } {
  if (audience === 'everyone' || audience === 'members') return { audience, levelId: null };
  return { audience: 'level', levelId: audience };
}

function bodyOf(draft: PostDraft, isPublished: boolean) {
  const { title, teaser, text, pictures, video, audio } = draft;
  const address = video.trim();
  const files = { pictures: [...pictures], audio: audio?.name ?? null };
  const content = { title, teaser, text, ...files, video: address === '' ? null : address };
  return { ...content, ...audienceOf(draft), isPublished };
}

type Body = ReturnType<typeof bodyOf>;

/** What is sent of a post in the place of another one; null: of a new one. Audio that stays is left out: servers without audio take it then. */
function sentOf({ audio, ...body }: Body, before: OwnPost | null) {
  return audio === (before?.audio?.name ?? null) ? body : { ...body, audio };
}

/** What the server has of a post; null: it was deleted. */
async function readNow(postId: string): Promise<OwnPost | null> {
  return call('GET Post/Edit', { query: { postId } }).catch((error: unknown) => {
    if (failures.notFound.is(error)) return null;
    throw error;
  });
}

/** The answer to a request that was sent before; null: it is another one's key. */
async function repeat(body: Body, idempotencyKey: string): Promise<OwnPost | null> {
  return call('POST Post/Save', { body: sentOf(body, null) }, { idempotencyKey }).catch((error: unknown) => {
    if (failures.idempotencyMismatch.is(error)) return null;
    throw error;
  });
}

/** Deletes a post as it was read. Returns what another window has made of it since; null: it is deleted. */
async function remove({ id: postId, version }: OwnPost): Promise<OwnPost | null> {
  try {
    await call('DELETE Post/Delete', { query: { postId, version } });
  } catch (error) {
    if (postChanged.is(error)) return readNow(postId);
    // Another window has deleted it.
    if (!failures.notFound.is(error)) throw error;
  }
  return null;
}

/** The draft of a post, and what the server has of it. What is written stays until it is saved or discarded. */
export function usePostForm(known: OwnPost | null) {
  const [saved, setSaved] = useState(known);
  const [made, setMade] = useState<OwnPost | null>(null);
  const [draft, setDraft] = useState(() => draftOf(known));
  const [key, setKey] = useState(newKey);
  const { isBusy, isDone, failure, fields, act, forget } = useAction();
  const { isUploading, whileUploading } = useUploads();
  const [isLate, setLate] = useState(false);
  /** Bodies that got no answer: the server may have one of them. */
  const unanswered = useRef<readonly Body[]>([]);

  /** What the server has of the post; where it was deleted, the draft becomes a new one. */
  async function readStored(postId: string): Promise<OwnPost> {
    const post = await readNow(postId);
    if (post !== null) return post;
    setSaved(null);
    renew();
    throw postDeleted();
  }

  /** Saves over what the server had when it was read. */
  async function replace(post: OwnPost, body: Body): Promise<OwnPost> {
    // To publish is another intent than to save the same text as a draft.
    const idempotencyKey = `${key}-${body.isPublished ? 'published' : 'draft'}`;
    const sent = { ...sentOf(body, post), postId: post.id, version: post.version };
    return call('POST Post/Save', { body: sent }, { idempotencyKey }).catch(async (error: unknown) => {
      // The next save puts the draft in the place of what another window has saved, and discarding shows that.
      if (postChanged.is(error)) setSaved(await readStored(post.id));
      else if (failures.notFound.is(error)) await readStored(post.id);
      noteUnanswered(error, body);
      throw error;
    });
  }

  function noteUnanswered(error: unknown, body: Body) {
    if (!isRefused(error)) unanswered.current = [...unanswered.current, body];
  }

  /** The post that an unanswered request has made. */
  async function findMade(mismatch: unknown): Promise<OwnPost> {
    for (const body of unanswered.current) {
      const post = await repeat(body, key);
      if (post !== null) return post;
    }
    throw mismatch;
  }

  /** Makes the post: once, though the answer to an earlier request with another text was lost. */
  async function make(body: Body): Promise<OwnPost> {
    try {
      return await call('POST Post/Save', { body: sentOf(body, null) }, { idempotencyKey: key });
    } catch (error) {
      if (failures.idempotencyMismatch.is(error)) {
        const post = await findMade(error);
        setSaved(post);
        return replace(post, body);
      }
      noteUnanswered(error, body);
      throw error;
    }
  }

  /** What requests without an answer have published, or another window has saved over their draft; null: nothing, and their draft is gone. */
  async function findKept(body: Body): Promise<OwnPost | null> {
    // A draft takes the key, so that none of them publishes later.
    const draftBody = sentOf({ ...body, isPublished: false }, null);
    const post = await call('POST Post/Save', { body: draftBody }, { idempotencyKey: key }).catch((error: unknown) => {
      if (failures.idempotencyMismatch.is(error)) return findMade(error);
      // What is refused has been made by none of them.
      if (failures.validationFailed.is(error) || failures.notFound.is(error)) return null;
      throw error;
    });
    // The answer is that of its time: the post may have been published since, or deleted.
    const stored = post && (await readNow(post.id));
    if (stored === null || stored.publishedAt !== null || stored.version !== post?.version) return stored;
    return remove(stored);
  }

  /** Asks what has become of requests without an answer, and shows it in the place of the draft. */
  async function discardUnanswered(body: Body) {
    const isAsked = await act(async () => {
      const post = saved === null ? await findKept(body) : await readStored(saved.id);
      setLate(post !== null && post.version !== saved?.version);
      if (post?.id !== saved?.id) setMade(post);
      setSaved(post);
      setDraft(draftOf(post));
      renew();
    });
    if (isAsked) forget();
  }

  function discard() {
    const [body] = unanswered.current;
    if (body !== undefined) return discardUnanswered(body);
    setDraft(draftOf(saved));
    renew();
    forget();
  }

  /** Deletes the post that the form shows; what another window has made of it is shown in its place. */
  async function removeShown(post: OwnPost) {
    const now = await remove(post);
    if (now === null) return;
    setSaved(now);
    if (JSON.stringify(draft) === JSON.stringify(draftOf(post))) setDraft(draftOf(now));
    throw postUnseen();
  }

  /** Saves the draft; false where that failed. Changes made while saving stay as unsaved ones. */
  async function save(isPublished: boolean): Promise<boolean> {
    const body = bodyOf(draft, isPublished);
    setLate(false);
    return act(async () => {
      const post = saved === null ? await make(body) : await replace(saved, body);
      setSaved(post);
      if (post.id !== known?.id) setMade(post);
      setDraft((now) => (now === draft ? draftOf(post) : now));
      renew();
    });
  }

  /** From now on a request is another intent. */
  function renew() {
    setKey(newKey());
    unanswered.current = [];
  }

  return {
    saved,
    /** The post that a save has made; null: none has, or the form was opened with it. */
    made,
    draft,
    /** A save would leave out the files that are on their way. */
    isBusy: isBusy || isUploading,
    isSaved: isDone,
    /** Discarding has found that the server has saved what it had not answered. */
    isLate,
    isUnsaved: isUploading || JSON.stringify(draft) !== JSON.stringify(draftOf(saved)),
    fields,
    fault: failure && (Object.keys(fields).length > 0 ? '' : failure.message),
    change: (part: Partial<PostDraft> | ((now: PostDraft) => Partial<PostDraft>)) => {
      setDraft((now) => ({ ...now, ...(typeof part === 'function' ? part(now) : part) }));
      // Another text is another intent, but a new post is made once.
      if (saved !== null) setKey(newKey());
      setLate(false);
      forget();
    },
    discard,
    isUploading,
    whileUploading,
    save,
    remove: (post: OwnPost) => act(() => removeShown(post)),
  };
}

export type PostFormState = ReturnType<typeof usePostForm>;
