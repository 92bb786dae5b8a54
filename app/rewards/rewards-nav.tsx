import { Trans, useLingui } from '@lingui/react/macro';
import { NavLink } from 'react-router';
import { ChoiceLinks } from '#base/ui/choices/choice-links.tsx';
import { useAmountText } from '#base/ui/page/use-sum-text.ts';

interface RewardsNavProps {
  /** How many are to be given. */
  readonly owed: number;
}

/** Between what a creator offers and what is to be given for it. */
export function RewardsNav({ owed }: RewardsNavProps) {
  const { t } = useLingui();
  const amountText = useAmountText();
  const count = amountText(owed);
  return (
    <ChoiceLinks label={t`Разделы наград`}>
      <NavLink to="/profile/rewards" end>
        <Trans>Награды</Trans>
      </NavLink>
      <NavLink to="/profile/rewards/owed">
        {owed === 0 ? <Trans>Кому что отдать</Trans> : <Trans>Кому что отдать: {count}</Trans>}
      </NavLink>
    </ChoiceLinks>
  );
}
