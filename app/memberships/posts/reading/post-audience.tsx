import { Tag } from '#base/ui/states/tag.tsx';
import type { PostHead } from '../shown-post.ts';
import { useAudienceText } from './use-audience-text.ts';

/** Who may read a post. */
export function PostAudience({ audience, level }: Pick<PostHead, 'audience' | 'level'>) {
  const textOf = useAudienceText();
  return <Tag isLong>{textOf(audience, level?.name ?? null)}</Tag>;
}
