import { Trans } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { SeenJoint } from '#app/joint/joint-shapes.ts';
import { bring } from '#base/pages/bring.ts';
import { typedAmount } from '#base/text/amount-text.ts';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { unrecorded } from '#base/ui/theme/unrecorded.ts';
import type { DraftChoices } from './donation-draft.ts';
import { stopMessage } from './donation-failures.ts';
import classes from './donation-form.module.css';
import type { FormParts } from './form-parts.ts';
import { DonationFields } from './give/donation-fields.tsx';
import { useDonation } from './give/use-donation.ts';
import { WayChoice } from './give/way-choice.tsx';

interface DonationFormProps
  extends Pick<FormParts, 'settings' | 'currency' | 'preview' | 'choices' | 'clock' | 'shared'> {
  readonly creator: {
    readonly userId: string;
    readonly userName: string;
    readonly displayName: string;
    readonly projectId: string;
    /** An image's name. */
    readonly avatar: string | null;
    /** The stream together that the page shows. */
    readonly joint: SeenJoint;
  };
  /** What a donation that is given once decides, where it is paid. */
  readonly chosen: (choices: DraftChoices) => ReactNode;
  /** The form of those who give every month, loaded when it is chosen. */
  readonly monthly: (parts: FormParts) => ReactNode;
}

const DonationPayment = lazy(() => bring(() => import('./give/donation-payment.tsx')));
const prefetchPayment = () => void import('./give/donation-payment.tsx').catch(() => undefined);

const OtherTabNotice = lazy(() => bring(() => import('./give/other-tab-notice.tsx')));

/** The donation form of a creator's page: amount, name and message, then the card and the code in the same place. */
export function DonationForm({
  creator,
  settings,
  currency,
  preview,
  choices,
  chosen,
  clock,
  shared,
  monthly,
}: DonationFormProps) {
  const { displayName } = creator;
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const firstAmount = settings.presets[1] ?? settings.presets[0] ?? settings.minAmount;
  const [initialAmount] = useState(() => typedAmount(Math.round(firstAmount)));
  const donation = useDonation({
    creator,
    settings,
    initialAmount,
    onPaid: (payId) => void navigate(`/thanks/${payId}`),
  });
  const { payment, elsewhere } = donation;
  const isPaying = payment !== null && elsewhere === null;
  const parts = { donation, settings, currency, preview, choices, clock, shared, onNear: prefetchPayment };

  const waiting = <div className={classes.placeholder} aria-busy />;
  if (!settings.isEnabled && payment === null) {
    return (
      <section aria-label={displayName}>
        <EmptyState title={<Trans>Донаты на паузе</Trans>}>{stopMessage(settings.stopReason)}</EmptyState>
      </section>
    );
  }
  return (
    <section className={`${classes.panel} ${unrecorded}`} aria-labelledby="donation-title">
      <h2 ref={heading} id="donation-title" tabIndex={-1} className={classes.title}>
        <Trans>Поддержать: {displayName}</Trans>
      </h2>
      {elsewhere !== null && (
        <Suspense fallback={waiting}>
          <OtherTabNotice
            elsewhere={elsewhere}
            currency={currency}
            onTake={donation.takeOver}
            onForget={donation.forgetElsewhere}
          />
        </Suspense>
      )}
      {isPaying && (
        <Suspense fallback={waiting}>
          <DonationPayment
            key={payment.payId}
            payment={payment}
            currency={currency}
            donation={donation}
            chosen={chosen}
            onBack={() => {
              donation.back();
              heading.current?.focus();
            }}
          />
        </Suspense>
      )}
      {payment === null && elsewhere === null && (
        <>
          {settings.monthlySystems !== undefined && <WayChoice donation={donation} />}
          {donation.isMonthly ? (
            <Suspense fallback={<div className={classes.placeholder} data-monthly aria-busy />}>
              {monthly(parts)}
            </Suspense>
          ) : (
            <DonationFields {...parts} />
          )}
        </>
      )}
    </section>
  );
}
