import { Trans } from '@lingui/react/macro';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { TextButton } from '#base/ui/page/text-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import classes from './memberships-screen.module.css';
import type { OwnMembership } from './own-membership.ts';

interface ComingTermsProps {
  readonly membership: OwnMembership;
  readonly currency: string;
}

/** What the donor has chosen from the next charge on, and the way back; nothing where nothing changes. */
export function ComingTerms({ membership, currency }: ComingTermsProps) {
  const { revalidate } = useRevalidator();
  const { isBusy, failure, act } = useAction();
  const sumText = useSumText(currency);
  const { id: membershipId, next, level, amount, state } = membership;
  if (next === null) return null;
  const name = next.level?.name;

  const keep = () =>
    act(async () => {
      await call('PUT Membership/Terms', { body: { membershipId, levelId: level?.id ?? null, amount } });
      await revalidate();
    });

  return (
    <Stack className={classes.coming} gap={4} fit>
      <p>
        <b>
          <ComingWords membership={membership} sum={sumText(next.amount)} />
        </b>{' '}
        {name === undefined ? <Trans>Своя сумма.</Trans> : <Trans>Уровень «{name}».</Trans>}
      </p>
      {state !== 'Leaving' && (
        <TextButton disabled={isBusy} onClick={() => void keep()}>
          <Trans>Оставить как было</Trans>
        </TextButton>
      )}
      {failure !== null && <ErrorNotice>{failure.message}</ErrorNotice>}
    </Stack>
  );
}

interface ComingWordsProps {
  readonly membership: Pick<OwnMembership, 'state' | 'nextChargeAt' | 'isCharging' | 'paidUntil'>;
  readonly sum: string;
}

function ComingWords({ membership: { state, nextChargeAt, isCharging, paidUntil }, sum }: ComingWordsProps) {
  const dateText = useDateText();
  const at = state === 'Leaving' ? paidUntil : nextChargeAt;
  if (at === null || isCharging) return <Trans>Со следующего списания — {sum} в месяц.</Trans>;
  const day = dateText(at, { date: 'dayMonth' });
  if (state === 'Leaving')
    return (
      <Trans>
        Если останетесь: с {day} — {sum} в месяц.
      </Trans>
    );
  return (
    <Trans>
      С {day} — {sum} в месяц.
    </Trans>
  );
}
