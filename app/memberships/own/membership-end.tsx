import { Trans } from '@lingui/react/macro';
import type { OwnMembership } from './own-membership.ts';

type EndReason = OwnMembership['endReason'];

/** Why a membership has ended that its donor has not left; nothing for others. */
export function MembershipEnd({ reason, className }: { readonly reason: EndReason; readonly className?: string }) {
  const words = endWords(reason);
  return words === null ? null : <p className={className}>{words}</p>;
}

function endWords(reason: EndReason) {
  switch (reason) {
    case 'CreatorGone':
      return <Trans>Страница автора закрыта. Больше ничего не спишем.</Trans>;
    case 'StaffStopped':
      return <Trans>Поддержку остановили сотрудники сайта. Больше ничего не спишем.</Trans>;
    case 'Merged':
      return <Trans>Вместо неё — другая ваша поддержка этого автора.</Trans>;
    default:
      return null;
  }
}
