import { Trans } from '@lingui/react/macro';
import { Tag } from '#base/ui/states/tag.tsx';
import type { PostHead } from '../shown-post.ts';
import { useAudienceWords } from './use-audience-words.ts';

/** Who may read a post; nothing where everybody may. */
export function PostAudience({ audience, level }: Pick<PostHead, 'audience' | 'level'>) {
  const words = useAudienceWords();
  if (audience === 'everyone') return null;
  if (audience === 'members') return <Tag>{words.members}</Tag>;
  const name = level?.name;
  return (
    <Tag isLong>
      {name === undefined ? <Trans>Для уровня, которого больше нет</Trans> : <Trans>От уровня «{name}»</Trans>}
    </Tag>
  );
}
