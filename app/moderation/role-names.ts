import { useLingui } from '@lingui/react/macro';
import type { Role } from '#app/identity/roles.ts';

/** Roles in the reader's language. */
export function useRoleNames(): Readonly<Record<Role, string>> {
  const { t } = useLingui();
  return { user: t`Пользователь`, moderator: t`Модератор`, admin: t`Администратор` };
}
