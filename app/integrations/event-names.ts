import { useLingui } from '@lingui/react/macro';

/** The names of the events. */
export function useEventNames(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    'donation.paid': t`Донат оплачен`,
    'donation.updated': t`Сообщение доната одобрено`,
    'donation.shown': t`Донат показан на стриме`,
    'order.paid': t`Ваш мерч оплачен`,
    'membership.started': t`Началась ежемесячная поддержка`,
    'membership.charged': t`Оплачен месяц поддержки`,
    'membership.failed': t`Месяц поддержки не списался`,
    'membership.ended': t`Ежемесячная поддержка закончилась`,
    ping: t`Проверка`,
  };
}
