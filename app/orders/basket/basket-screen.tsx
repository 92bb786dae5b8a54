import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { useLoginAddress } from '#app/identity/login-address.ts';
import { session } from '#app/identity/session.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton, LinkButton } from '#base/ui/page/link-button.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { Skeleton } from '#base/ui/page/skeleton.tsx';
import classes from '../checkout/checkout.module.css';
import { countOf } from '../guest-basket/basket-lines.ts';
import { useDropped } from '../guest-basket/dropped-products.ts';
import type { Route } from './+types/basket-screen';
import { BasketList } from './basket-list.tsx';
import { loadBasketView, type UserBasketView } from './basket-loader.ts';
import { BasketTotal } from './basket-total.tsx';
import { type BasketEdit, useBasketEdit } from './use-basket-edit.ts';

/** Loaded for users only: a guest cannot order yet and does not wait for it. */
async function loadCheckout() {
  const { status } = await session.load();
  return status === 'user' ? (await import('../checkout/checkout.tsx')).Checkout : null;
}

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [view, { country }, settings, Checkout] = await Promise.all([
    loadBasketView(signal),
    call('GET Config', {}, { signal }),
    call('GET Donate/Settings', {}, { signal }),
    loadCheckout(),
  ]);
  return { view, currency: country.currencyLabel, phoneMask: country.phoneMask, settings, Checkout };
}
clientLoader.hydrate = true as const;

/** The basket: a guest gets a link to the login and back, a user the whole checkout. */
export default function Basket({ loaderData }: Route.ComponentProps) {
  const { view, currency, phoneMask, settings, Checkout } = loaderData;
  const edit = useBasketEdit(view);
  const isEmpty = edit.items.length === 0 && edit.removed === null;
  return (
    <BasketFrame>
      {view.kind === 'user' && <Notices view={view} edit={edit} />}
      {isEmpty && <Nothing />}
      {!isEmpty && view.kind === 'guest' && <GuestBasket edit={edit} currency={currency} />}
      {!isEmpty && view.kind === 'user' && Checkout !== null && (
        <Checkout view={view} edit={edit} currency={currency} phoneMask={phoneMask} settings={settings} />
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

function GuestBasket({ edit, currency }: { readonly edit: BasketEdit; readonly currency: string }) {
  const login = useLoginAddress();
  return (
    <div className={classes.columns}>
      <div className={classes.steps}>
        <BasketList edit={edit} currency={currency} />
      </div>
      <BasketTotal count={countOf(edit.sold)} items={edit.total} donation={0} currency={currency}>
        <LinkButton to={login} className={classes.pay}>
          <Trans>Войти и оформить</Trans>
        </LinkButton>
        <p className={classes.note}>
          <Trans>Войти можно по номеру телефона. Корзина никуда не денется.</Trans>
        </p>
      </BasketTotal>
    </div>
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
          <Trans>Не всё, что вы отложили до входа, удалось перенести. Ничего не потерялось, попробуем ещё раз.</Trans>
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
