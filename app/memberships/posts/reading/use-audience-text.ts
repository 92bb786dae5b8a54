import { useLingui } from '@lingui/react/macro';
import type { Audience } from '../post-limits.ts';

/** Who may read a post, in short; `name`: of its level, or null where it has none. */
export function useAudienceText(): (audience: Audience, name: string | null) => string {
  const { t } = useLingui();
  return (audience, name) => {
    if (audience === 'everyone') return t`Для всех`;
    if (audience === 'members') return t`Для подписчиков`;
    return name === null ? t`Для уровня, которого больше нет` : t`От уровня «${name}»`;
  };
}
