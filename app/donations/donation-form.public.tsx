import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { EmptyState } from '#base/ui/empty-state.tsx';
import { groupAmount } from './amount-text.ts';
import { stopMessage } from './donation-failures.ts';
import classes from './donation-form.module.css';
import { type DonationSettings, GiftFields } from './gift-fields.tsx';
import { useDonation } from './use-donation.ts';

interface DonationFormProps {
  readonly creator: {
    readonly userId: string;
    readonly userName: string;
    readonly displayName: string;
    readonly projectId: string;
    /** An image's name. */
    readonly avatar: string | null;
  };
  /** The answer of GET Donate/Settings. */
  readonly settings: DonationSettings;
  /** The country's word for its currency, «сум». */
  readonly currency: string;
}

const loadPayment = () => import('./gift-payment.tsx');
const GiftPayment = lazy(() => loadPayment().then((module) => ({ default: module.GiftPayment })));

const OtherTabNotice = lazy(() =>
  import('./other-tab-notice.tsx').then((module) => ({ default: module.OtherTabNotice })),
);

/** The gift form of a creator's page: sum, name, message; then, in the same place, the card and the code. */
export function DonationForm({ creator, settings, currency }: DonationFormProps) {
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const firstAmount = settings.presets[1] ?? settings.presets[0] ?? settings.minAmount;
  const [initialAmount] = useState(() => groupAmount(String(Math.round(firstAmount))));
  const donation = useDonation({
    userId: creator.userId,
    projectId: creator.projectId,
    initialAmount,
    onPaid: (payId) => void navigate(`/thanks/${payId}`),
  });
  const { payment, elsewhere } = donation;
  const isPaying = payment !== null && elsewhere === null;

  useEffect(() => {
    if (isPaying) void loadPayment();
  }, [isPaying]);

  if (!settings.isEnabled && payment === null) {
    return (
      <section aria-label={creator.displayName}>
        <EmptyState title={<Trans>Донаты на паузе</Trans>}>{stopMessage(settings.stopReason)}</EmptyState>
      </section>
    );
  }
  return (
    <section className={classes.panel} aria-labelledby="gift-title">
      <h2 ref={heading} id="gift-title" tabIndex={-1} className={classes.title}>
        <Trans>Поддержать автора</Trans>
      </h2>
      {elsewhere !== null && (
        <Suspense fallback={<div className={classes.placeholder} aria-busy />}>
          <OtherTabNotice
            elsewhere={elsewhere}
            currency={currency}
            onTake={donation.takeOver}
            onForget={donation.forgetElsewhere}
          />
        </Suspense>
      )}
      {isPaying && (
        <Suspense fallback={<div className={classes.placeholder} aria-busy />}>
          <GiftPayment
            key={payment.payId}
            payment={payment}
            currency={currency}
            donation={donation}
            onBack={() => {
              donation.back();
              heading.current?.focus();
            }}
          />
        </Suspense>
      )}
      {payment === null && elsewhere === null && (
        <GiftFields donation={donation} settings={settings} currency={currency} onNear={() => void loadPayment()} />
      )}
    </section>
  );
}
