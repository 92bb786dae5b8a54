import { Trans, useLingui } from '@lingui/react/macro';
import { NavLink } from 'react-router';
import { ChoiceLinks } from '#base/ui/choices/choice-links.tsx';

/** Between the memberships of all creators, their posts, and what is written to members. */
export function StaffViews() {
  const { t } = useLingui();
  return (
    <ChoiceLinks label={t`Ежемесячная поддержка`}>
      <NavLink to="/admin/memberships" end>
        <Trans>Подписки</Trans>
      </NavLink>
      <NavLink to="/admin/memberships/revenue">
        <Trans>Доход</Trans>
      </NavLink>
      <NavLink to="/admin/memberships/posts">
        <Trans>Посты</Trans>
      </NavLink>
      <NavLink to="/admin/memberships/messages">
        <Trans>Сообщения</Trans>
      </NavLink>
    </ChoiceLinks>
  );
}
