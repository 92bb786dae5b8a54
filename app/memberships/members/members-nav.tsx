import { Trans, useLingui } from '@lingui/react/macro';
import { NavLink } from 'react-router';
import { ChoiceLinks } from '#base/ui/choices/choice-links.tsx';

/** Between the members of a creator, the levels that are offered, the posts and the messages. */
export function MembersNav() {
  const { t } = useLingui();
  return (
    <ChoiceLinks label={t`Ежемесячная поддержка`}>
      <NavLink to="/profile/members" end>
        <Trans>Подписчики</Trans>
      </NavLink>
      <NavLink to="/profile/members/levels">
        <Trans>Уровни</Trans>
      </NavLink>
      <NavLink to="/profile/members/posts">
        <Trans>Посты</Trans>
      </NavLink>
      <NavLink to="/profile/members/messages">
        <Trans>Сообщения</Trans>
      </NavLink>
    </ChoiceLinks>
  );
}
