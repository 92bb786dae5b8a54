import { useLingui } from '@lingui/react/macro';
import type { Role } from '#app/identity/roles.ts';

/** Names of roles in the language of the reader. */
export function useRoleNames(): Readonly<Record<Role, string>> {
  const { t } = useLingui();
  return { user: t`Пользователь`, moderator: t`Модератор`, admin: t`Администратор` };
}
