import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '#app/identity/session.ts';
import { pageContext } from '#app/page-context.ts';
import { isOpen } from '#app/payments/payment-status.ts';
import { bring } from '#base/pages/bring.ts';
import { idInAddress, orNotFound } from '#base/pages/not-found.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { PageFrame } from '#base/ui/page/page-frame.tsx';
import { accentStyle } from '#base/ui/theme/accent.ts';
import { DonationCard } from '../lists/donation-card.tsx';
import { useCelebration } from '../use-celebration.ts';
import type { Route } from './+types/thanks-screen';
import { AlertWay } from './alert-way-view.tsx';
import { GivenOutcome } from './given-outcome.tsx';
import { mayHaveOutcome } from './may-have-outcome.ts';
import { ReachedGoal } from './reached-goal.tsx';
import { GivenActions, NotPaidYet, TryAgain } from './thanks-outcomes.tsx';
import classes from './thanks-screen.module.css';
import { useAcceptedDonation } from './use-accepted-donation.ts';
import { useDonationProgress } from './use-donation-progress.ts';
import { useOwnDonation } from './use-own-donation.ts';

// The thanks are complete without them.
const ThankedMark = lazy(() => import('./thanked-mark.tsx').catch(() => ({ default: () => null })));
const NoticeOffer = lazy(() => import('./notice-offer.tsx').catch(() => ({ default: () => null })));
const SharedLine = lazy(() => import('./shared-line.tsx').catch(() => ({ default: () => null })));
const GiftedLine = lazy(() => import('./gifted-line.tsx').catch(() => ({ default: () => null })));
const RewordForm = lazy(() => bring(() => import('./reword-form.tsx')));

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  page.noStore();
  const { call } = page.services;
  const query = { payId: idInAddress(params.payId) };
  const [donation, delivery, config] = await Promise.all([
    orNotFound(call('GET ProjectPay/Success', { query })),
    orNotFound(call('GET ProjectPay/Delivery', { query })),
    call('GET Config', {}),
  ]);
  const accent = accentStyle(donation.creator.accent);
  return { donation, accent, delivery, currency: config.country.currencyLabel };
}

export default function Thanks({ loaderData, params }: Route.ComponentProps) {
  return <ThanksFor key={params.payId} {...loaderData} />;
}

/** The outcome of a donation: thanks with its progress to the screen, a pending check, or why it was not paid. */
function ThanksFor({ donation, accent, delivery: loadedDelivery, currency }: Route.ComponentProps['loaderData']) {
  const { t } = useLingui();
  const { payId, creator } = donation;
  const [second, setSecond] = useState<string | null>(null);
  const own = useOwnDonation(payId, useSession().status === 'user');
  const { status, isChecked, isRefused, delivery, isOffline, watchAgain } = useDonationProgress(payId, {
    status: donation.status,
    // An unpaid donation may have expired by our clock while the provider could not be asked.
    isChecked: donation.status !== 'Expired',
    isRefused: false,
    delivery: loadedDelivery,
  });
  const message = second ?? own?.message ?? donation.message;
  const isPaid = status === 'Paid';
  const isAccepted = useAcceptedDonation(payId, { status, isChecked });
  useCelebration(payId, isPaid);
  const { displayName } = creator;
  const title = isPaid ? t`Спасибо!` : t`Ваш донат`;

  return (
    <PageFrame narrow>
      <PageHead title={title} noIndex />
      <div className={classes.thanks} style={accent}>
        <DonationCard donation={{ ...donation, message }} currency={currency}>
          {isPaid && (
            <>
              <h1 className={classes.title}>
                <Trans>Спасибо!</Trans>
              </h1>
              {creator.thanksText !== null && <p className={classes.words}>{creator.thanksText}</p>}
              {/* What is shared says itself who gets it. */}
              {creator.thanksText === null && !donation.joint && (
                <p className={classes.lead}>
                  <Trans>{displayName} получит вашу поддержку.</Trans>
                </p>
              )}
              {/* A server of an earlier version sends none. */}
              {donation.giftedTo && (
                <Suspense>
                  <GiftedLine donation={donation} />
                </Suspense>
              )}
              {donation.joint && (
                <Suspense fallback={<p className={classes.lead}>&nbsp;</p>}>
                  <SharedLine joint={donation.joint} currency={currency} />
                </Suspense>
              )}
              {mayHaveOutcome(donation) && <GivenOutcome donation={donation} />}
              <Suspense>
                <ThankedMark donation={donation} />
              </Suspense>
            </>
          )}
          {status === 'Refunded' && (
            <>
              <h1 className={classes.title}>
                <Trans>Донат возвращён</Trans>
              </h1>
              <p className={classes.lead}>
                <Trans>Деньги вернутся на карту в срок, который назовёт ваш банк.</Trans>
              </p>
            </>
          )}
          {(isOpen(status) || (status === 'Expired' && !isChecked)) && (
            <NotPaidYet
              donation={donation}
              isOffline={isOffline}
              isAccepted={isAccepted}
              isRefused={isRefused && !isAccepted}
            />
          )}
          {(status === 'Failed' || (status === 'Expired' && isChecked)) && (
            <TryAgain donation={{ ...donation, message }} isExpired={status === 'Expired'} />
          )}
        </DonationCard>
        {isPaid && delivery.goalTitle !== undefined && (
          <ReachedGoal
            donation={donation}
            // The goal counts what this creator has got of it.
            amount={donation.joint?.shares[0]?.amount ?? donation.amount}
            title={delivery.goalTitle}
            paidAt={delivery.steps[0]?.at}
            currency={currency}
          />
        )}
        {isPaid && <AlertWay delivery={delivery} displayName={displayName} isOffline={isOffline} />}
        {isPaid && delivery.state === 'rejected' && own?.message != null && !own.isReworded && second === null && (
          <Suspense>
            <RewordForm
              payId={payId}
              message={own.message}
              onReworded={(message) => {
                setSecond(message);
                watchAgain();
              }}
            />
          </Suspense>
        )}
        {(isPaid || status === 'Refunded') && (
          <GivenActions donation={donation} currency={currency} isPaid={isPaid} isOwn={own !== null} />
        )}
        {isPaid && (
          <Suspense>
            <NoticeOffer donation={donation} isOwn={own !== null} />
          </Suspense>
        )}
      </div>
    </PageFrame>
  );
}
