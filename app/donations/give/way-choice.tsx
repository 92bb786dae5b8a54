import { useLingui } from '@lingui/react/macro';
import { Choice } from '#base/ui/choices/choice.tsx';
import classes from '../donation-form.module.css';
import type { Donation } from './use-donation.ts';

/** The choice between a donation that is given once and one of every month. Nothing typed is lost by it. */
export function WayChoice({ donation }: { readonly donation: Donation }) {
  const { t } = useLingui();
  return (
    <div className={classes.ways}>
      <Choice
        label={t`Как поддержать`}
        options={[
          { value: 'once', content: t`Разово` },
          { value: 'monthly', content: t`Каждый месяц` },
        ]}
        value={donation.isMonthly ? 'monthly' : 'once'}
        onChange={(way) => donation.change({ isMonthly: way === 'monthly' })}
        isWide
      />
    </div>
  );
}
