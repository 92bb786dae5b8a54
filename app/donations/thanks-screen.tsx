import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { data } from 'react-router';
import { PageHead } from '#app/document/page-head.public.tsx';
import { isCallFailure } from '#base/errors.ts';
import { pageContext } from '#base/page-context.ts';
import { PageFrame } from '#base/ui/page-frame.tsx';
import { useSession } from '../identity/session.ts';
import { isOpen } from '../payments/payment-status.ts';
import type { Route } from './+types/thanks-screen';
import { AlertWay } from './alert-way-view.tsx';
import { GiftCard } from './gift-card.tsx';
import { GivenActions, NotPaidYet, TryAgain } from './thanks-outcomes.tsx';
import classes from './thanks-screen.module.css';
import { useCelebration } from './use-celebration.ts';
import { useGiftProgress } from './use-gift-progress.ts';
import { useOwnGift } from './use-own-gift.ts';

const RewordForm = lazy(async () => ({ default: (await import('./reword-form.tsx')).RewordForm }));

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  page.noStore();
  const { call } = page.services;
  const query = { payId: params.payId };
  try {
    const [gift, delivery, config] = await Promise.all([
      call('GET ProjectPay/Success', { query }),
      call('GET ProjectPay/Delivery', { query }),
      call('GET Config', {}),
    ]);
    return { gift, delivery, currency: config.country.currencyLabel };
  } catch (error) {
    const isUnknown = isCallFailure(error) && (error.status === 404 || error.status === 400);
    throw isUnknown ? data(null, { status: 404 }) : error;
  }
}

export default function Thanks({ loaderData, params }: Route.ComponentProps) {
  return <ThanksFor key={params.payId} {...loaderData} />;
}

/** What became of a gift: thanks and its way to the screen; or that it is being checked; or why it was not paid. */
function ThanksFor({ gift, delivery: loadedDelivery, currency }: Route.ComponentProps['loaderData']) {
  const { t } = useLingui();
  const { payId, creator } = gift;
  const [second, setSecond] = useState<string | null>(null);
  const own = useOwnGift(payId, useSession().status === 'user');
  const { status, isChecked, delivery, isOffline, watchAgain } = useGiftProgress(payId, {
    status: gift.status,
    // What is unpaid may have ended by our clock while the provider could not be asked.
    isChecked: gift.status !== 'Expired',
    delivery: loadedDelivery,
  });
  const message = second ?? own?.message ?? gift.message;
  const isPaid = status === 'Paid';
  useCelebration(payId, isPaid);
  const { displayName } = creator;
  const title = isPaid ? t`Спасибо!` : t`Ваш донат`;

  return (
    <PageFrame narrow>
      <PageHead title={title} noIndex />
      <div className={classes.thanks}>
        <GiftCard gift={{ ...gift, message }} currency={currency}>
          {isPaid && (
            <>
              <h1 className={classes.title}>
                <Trans>Спасибо!</Trans>
              </h1>
              <p className={classes.lead}>
                <Trans>{displayName} получит вашу поддержку.</Trans>
              </p>
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
            <NotPaidYet payId={payId} creator={creator} isOffline={isOffline} />
          )}
          {(status === 'Failed' || (status === 'Expired' && isChecked)) && (
            <TryAgain gift={{ ...gift, message }} isExpired={status === 'Expired'} />
          )}
        </GiftCard>
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
        {(isPaid || status === 'Refunded') && <GivenActions creator={creator} />}
      </div>
    </PageFrame>
  );
}
