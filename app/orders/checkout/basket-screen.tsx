import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { hasSession } from '#app/identity/has-session.ts';
import { bring } from '#base/pages/bring.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton, LinkButton } from '#base/ui/page/link-button.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { Skeleton } from '#base/ui/page/skeleton.tsx';
import { loadBasketView, type UserBasketView } from '../basket/basket-loader.ts';
import { type BasketEdit, useBasketEdit } from '../basket/use-basket-edit.ts';
import { useDropped } from '../guest-basket/dropped-products.ts';
import { readGuestBasket } from '../guest-basket/guest-basket.ts';
import type { Route } from './+types/basket-screen';
import classes from './checkout.module.css';

/** Not loaded by a guest with an empty basket. */
async function loadCheckout() {
  const mayBuy = hasSession() || readGuestBasket().items.length > 0;
  return mayBuy ? (await bring(() => import('./checkout.tsx'))).Checkout : null;
}

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [view, { country }, settings, rates, Checkout] = await Promise.all([
    loadBasketView(signal),
    call('GET Config', {}, { signal }),
    call('GET Donate/Settings', {}, { signal }),
    call('GET Delivery/Rates', {}, { signal }),
    loadCheckout(),
  ]);
  return { view, currency: country.currencyLabel, phoneMask: country.phoneMask, settings, rates, Checkout };
}
clientLoader.hydrate = true as const;

/** The basket with the whole checkout. */
export default function Basket({ loaderData }: Route.ComponentProps) {
  const { view, currency, phoneMask, settings, rates, Checkout } = loaderData;
  const edit = useBasketEdit(view);
  const isEmpty = edit.items.length === 0 && edit.removed === null;
  return (
    <BasketFrame>
      {view.kind === 'user' && <Notices view={view} edit={edit} />}
      {isEmpty && <Nothing />}
      {!isEmpty && Checkout !== null && (
        <Checkout view={view} edit={edit} currency={currency} phoneMask={phoneMask} settings={settings} rates={rates} />
      )}
    </BasketFrame>
  );
}

function BasketFrame({ children }: { readonly children: React.ReactNode }) {
  const { t } = useLingui();
  return (
    <PageFrame>
      <PageHead title={t`Корзина`} noIndex />
      <PageTitle>
        <Trans>Корзина</Trans>
      </PageTitle>
      {children}
    </PageFrame>
  );
}

/** Notices about an order that awaits payment, and about guest items that could not be added to the account. */
function Notices({ view, edit }: { readonly view: UserBasketView; readonly edit: BasketEdit }) {
  const { unpaid, handing } = view;
  const number = unpaid?.number ?? '';
  const dropped = useDropped();
  const names = dropped.names.map((name) => `«${name}»`).join(', ');
  return (
    <>
      {handing !== null && (
        <ErrorNotice onRetry={() => void edit.reload()}>
          <Trans>Не всё удалось перенести в корзину вашего аккаунта. Ничего не потерялось, попробуем ещё раз.</Trans>
        </ErrorNotice>
      )}
      {dropped.names.length > 0 && (
        <div className={classes.unpaid} role="status">
          <p>
            <Trans>Этого больше нет в продаже или в таком размере и цвете, поэтому в корзину не попало: {names}.</Trans>
          </p>
          <ActionButton look="quiet" onClick={dropped.forget}>
            <Trans>Понятно</Trans>
          </ActionButton>
        </div>
      )}
      {unpaid !== null && (
        <div className={classes.unpaid}>
          <p>
            <Trans>Заказ № {number} ждёт оплаты.</Trans>
          </p>
          <LinkButton look="quiet" to={`/order/${unpaid.orderId}`}>
            <Trans>Оплатить</Trans>
          </LinkButton>
        </div>
      )}
    </>
  );
}

function Nothing() {
  return (
    <EmptyState
      title={<Trans>В корзине пока пусто</Trans>}
      action={
        <LinkButton to="/market">
          <Trans>Выбрать мерч</Trans>
        </LinkButton>
      }
    >
      <Trans>Футболки, кружки и плакаты авторов ждут на витрине.</Trans>
    </EmptyState>
  );
}

/** The placeholder while the basket loads. */
export function HydrateFallback() {
  return (
    <BasketFrame>
      <div className={classes.columns} aria-busy>
        <div className={classes.steps}>
          <Skeleton height={128} radius={20} />
          <Skeleton height={128} radius={20} />
          <Skeleton height={240} radius={20} />
        </div>
        <Skeleton height={220} radius={20} />
      </div>
    </BasketFrame>
  );
}
