import { useLingui } from '@lingui/react/macro';
import type { TokenScope } from './scopes.ts';

/** What the scopes of access tokens and applications let a program see. */
export function useScopeNames(): Readonly<Record<TokenScope, string>> {
  const { t } = useLingui();
  return {
    'oauth-user-show': t`Имя и аватар`,
    'oauth-donation-index': t`Список донатов`,
    'oauth-donation-subscribe': t`Новые донаты сразу`,
    events: t`Все события сразу: донаты, заказы, ежемесячная поддержка и цель`,
  };
}
