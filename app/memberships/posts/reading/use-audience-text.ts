import { useLingui } from '@lingui/react/macro';
import type { Audience } from '../post-limits.ts';

/** Who may read a post, in short. */
export function useAudienceWords(): Readonly<Record<Audience, string>> {
  const { t } = useLingui();
  return { everyone: t`Для всех`, members: t`Для подписчиков`, level: t`От уровня` };
}
