import { Trans } from '@lingui/react/macro';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import classes from './memberships-screen.module.css';
import { nextTerms, type OwnMembership } from './own-membership.ts';

interface MembershipNoticeProps {
  readonly membership: OwnMembership;
  readonly currency: string;
}

/** What the donor should know first of a membership; nothing where all is well. */
export function MembershipNotice({ membership, currency }: MembershipNoticeProps) {
  const { notice } = membership;
  if (notice === null) return null;
  const isTrouble = notice === 'Paused' || notice === 'ChargeRefused' || notice === 'CardMissing';
  return (
    <p className={classes.notice} data-look={isTrouble ? 'fault' : 'waiting'} role="status">
      <NoticeWords membership={membership} currency={currency} />
    </p>
  );
}

function NoticeWords({ membership, currency }: MembershipNoticeProps) {
  const dateText = useDateText();
  const sumText = useSumText(currency);
  const { notice, newAmount, nextChargeAt } = membership;
  const { amount, level } = nextTerms(membership);
  const day = nextChargeAt === null ? '' : dateText(nextChargeAt, { date: 'dayMonth' });
  const sum = sumText(amount);
  const newSum = sumText(newAmount ?? amount);
  const name = level?.name;
  switch (notice) {
    case 'Paused':
      return <Trans>Карта отказала три раза, и мы перестали пробовать. Смените карту или спишите ещё раз.</Trans>;
    case 'ChargeRefused':
      return <Trans>Карта отказала. Попробуем ещё раз {day}. Смените карту, и спишем сразу.</Trans>;
    case 'CardMissing':
      return <Trans>Карта не сохранилась. Добавьте её, чтобы поддержка не прервалась.</Trans>;
    case 'CardExpires':
      return <Trans>Срок карты закончится до следующего списания. Смените её заранее.</Trans>;
    case 'MonthRefunded':
      return nextChargeAt === null ? (
        <Trans>Деньги за этот месяц вернули, поэтому посты и скидки для подписчиков закрыты.</Trans>
      ) : (
        <Trans>
          Деньги за этот месяц вернули, поэтому посты и скидки для подписчиков закрыты. Следующее списание: {day}.
        </Trans>
      );
    case 'NewPrice':
      return (
        <Trans>
          Уровень «{name}» теперь стоит {newSum} в месяц. Пока вы не согласитесь, действует прежняя цена: {sum}.
        </Trans>
      );
    case 'ChargeSoon':
      return (
        <Trans>
          Скоро, {day}, спишем {sum}.
        </Trans>
      );
    default:
      return null;
  }
}
