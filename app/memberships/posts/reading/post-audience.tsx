import { Trans } from '@lingui/react/macro';
import { Tag } from '#base/ui/states/tag.tsx';
import type { PostHead } from '../shown-post.ts';

/** Who may read a post; nothing where everybody may. */
export function PostAudience({ audience, level }: Pick<PostHead, 'audience' | 'level'>) {
  if (audience === 'everyone') return null;
  const name = audience === 'level' ? level?.name : undefined;
  return <Tag>{name === undefined ? <Trans>Для подписчиков</Trans> : <Trans>От уровня «{name}»</Trans>}</Tag>;
}
