import { useState } from 'react';
import { call } from '#app/call.ts';
import { newKey } from '#base/calls/new-key.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import { postChanged } from '../post-failures.ts';
import type { Audience } from '../post-limits.ts';
import type { OwnPost } from '../shown-post.ts';

/** A post as it is written. `audience`: everyone, members, or the id of a level. */
export interface PostDraft {
  readonly title: string;
  readonly teaser: string;
  readonly text: string;
  readonly pictures: readonly string[];
  readonly video: string;
  readonly audience: string;
}

function draftOf(post: OwnPost | null): PostDraft {
  if (post === null) return { title: '', teaser: '', text: '', pictures: [], video: '', audience: 'members' };
  const { title, teaser, text, pictures, video, audience, levelId } = post;
  return { title, teaser, text, pictures, video: video ?? '', audience: levelId ?? audience };
}

/** Who may read a post, as calls name it. */
export function audienceOf({ audience }: PostDraft): { readonly audience: Audience; readonly levelId: string | null } {
  if (audience === 'everyone' || audience === 'members') return { audience, levelId: null };
  return { audience: 'level', levelId: audience };
}

function bodyOf(draft: PostDraft) {
  const { title, teaser, text, pictures, video } = draft;
  const address = video.trim();
  return { title, teaser, text, pictures: [...pictures], video: address === '' ? null : address, ...audienceOf(draft) };
}

/** The draft of a post, and what the server has of it. What is written stays until it is saved or discarded. */
export function usePostForm(known: OwnPost | null) {
  const [saved, setSaved] = useState(known);
  const [draft, setDraft] = useState(() => draftOf(known));
  const [key, setKey] = useState(newKey);
  const { isBusy, isDone, failure, fields, act, forget } = useAction();
  const [isUploading, setUploading] = useState(false);

  /** Reads what another window has saved, so that the next save puts the draft in its place and discarding shows it. */
  async function readStored(postId: string): Promise<never> {
    setSaved(await call('GET Post/Edit', { query: { postId } }));
    throw postChanged();
  }

  /** Saves the draft; false where that failed. Changes made while saving stay as unsaved ones. */
  async function save(isPublished: boolean): Promise<boolean> {
    return act(async () => {
      const place = saved === null ? {} : { postId: saved.id, version: saved.version };
      const body = { ...bodyOf(draft), ...place, isPublished };
      // To publish is another intent than to save the same text as a draft.
      const idempotencyKey = isPublished ? `${key}-published` : key;
      const post = await call('POST Post/Save', { body }, { idempotencyKey }).catch((error: unknown) =>
        postChanged.is(error) && saved !== null ? readStored(saved.id) : Promise.reject(error),
      );
      setSaved(post);
      setDraft((now) => (now === draft ? draftOf(post) : now));
      setKey(newKey());
    });
  }

  return {
    saved,
    draft,
    /** A save would leave out the pictures that are on their way. */
    isBusy: isBusy || isUploading,
    isSaved: isDone,
    isUnsaved: isUploading || JSON.stringify(draft) !== JSON.stringify(draftOf(saved)),
    fields,
    fault: failure && (Object.keys(fields).length > 0 ? '' : failure.message),
    change: (part: Partial<PostDraft> | ((now: PostDraft) => Partial<PostDraft>)) => {
      setDraft((now) => ({ ...now, ...(typeof part === 'function' ? part(now) : part) }));
      // Another text is another intent.
      setKey(newKey());
      forget();
    },
    discard: () => {
      setDraft(draftOf(saved));
      forget();
    },
    setUploading,
    save,
    remove: (postId: string) => act(() => call('DELETE Post/Delete', { query: { postId } })),
  };
}

export type PostFormState = ReturnType<typeof usePostForm>;
