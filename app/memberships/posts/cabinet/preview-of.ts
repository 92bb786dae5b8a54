import { isPageAddress } from '#base/outer/page-address.ts';
import type { OwnLevel } from '../../levels/own-level.ts';
import type { ShownHead } from '../reading/post-article.tsx';
import type { PostContent } from '../shown-post.ts';
import { audienceOf, type PostDraft } from './use-post-form.ts';

/** A post as it is written, in the form of an answer. Videos play only once it is saved. */
export function previewOf(
  draft: PostDraft,
  id: string | null,
  levels: readonly OwnLevel[],
): { post: ShownHead; content: PostContent } {
  const { title, teaser, text, pictures, audio } = draft;
  const video = draft.video.trim();
  const { audience, levelId } = audienceOf(draft);
  const level = levels.find(({ id }) => id === levelId);
  return {
    post: {
      id,
      title,
      teaser,
      audience,
      level: level === undefined ? null : { id: level.id, name: level.name, amount: level.amount },
      publishedAt: null,
      pictures: pictures.length,
      hasVideo: video !== '',
      audioSeconds: audio?.seconds ?? null,
    },
    content: {
      text,
      // Their sizes are known once it is saved.
      pictures: pictures.map((name) => ({ name, width: 3, height: 2 })),
      video: isPageAddress(video) ? { url: video, player: null } : null,
      audio,
    },
  };
}
