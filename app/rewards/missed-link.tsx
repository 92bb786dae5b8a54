import { Trans } from '@lingui/react/macro';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { useAmountText } from '#base/ui/page/use-sum-text.ts';

/** Leads to those who have paid when no piece was left; nothing where there is nobody. */
export function MissedLink({ count }: { readonly count: number }) {
  const countText = useAmountText()(count);
  if (count === 0) return null;
  return (
    <LinkButton to="/profile/rewards/owed?state=missed" look="quiet">
      <Trans>Не досталось: {countText}</Trans>
    </LinkButton>
  );
}
