import { Trans } from '@lingui/react/macro';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import type { OwnMembership } from './own-membership.ts';

interface TermsWordsProps {
  readonly membership: Pick<OwnMembership, 'state' | 'nextChargeAt' | 'isCharging' | 'paidUntil'>;
  /** A month, with its currency. */
  readonly sum: string;
}

/** From when on a chosen sum is charged, said before it is confirmed. */
export function TermsWords({ membership: { state, nextChargeAt, isCharging, paidUntil }, sum }: TermsWordsProps) {
  const dateText = useDateText();
  const at = state === 'Leaving' ? paidUntil : nextChargeAt;
  if (isCharging)
    return <Trans>Списание уже идёт. Со следующего — {sum} в месяц. До этого всё остаётся как есть.</Trans>;
  if (at === null)
    return (
      <Trans>
        Сейчас ничего не спишем. Когда нажмёте «Списать сейчас», спишем {sum}, потом столько же каждый месяц.
      </Trans>
    );
  const day = dateText(at, { date: 'dayMonth' });
  if (state === 'Leaving')
    return (
      <Trans>
        Вы останетесь: с {day} — {sum} в месяц. До этого всё остаётся как есть.
      </Trans>
    );
  return (
    <Trans>
      С {day} — {sum} в месяц. До этого всё остаётся как есть.
    </Trans>
  );
}
