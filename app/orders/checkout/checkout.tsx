import { Trans } from '@lingui/react/macro';
import type { WireRates } from '#app/delivery/delivery-rates.calls.ts';
import { useLoginAddress } from '#app/identity/login-address.ts';
import { usePhoneConfirming } from '#app/identity/login-code.ts';
import { PhoneCodeDialog } from '#app/identity/phone-code-dialog.tsx';
import { SystemChoice } from '#app/payments/system-choice.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { BasketList } from '../basket/basket-list.tsx';
import type { BasketView } from '../basket/basket-loader.ts';
import type { BasketEdit } from '../basket/use-basket-edit.ts';
import { countOf } from '../guest-basket/basket-lines.ts';
import { BasketTotal } from './basket-total.tsx';
import classes from './checkout.module.css';
import { DeliverySection } from './delivery-section.tsx';
import { DeliveryTerms, PointTerms } from './delivery-terms.tsx';
import { DonationSection } from './donation-section.tsx';
import { type DonationSettings, donationOf, sellersOf } from './order-donation.ts';
import { PlacingNotice } from './placing-notice.tsx';
import { PromoSection } from './promo-section.tsx';
import { RecipientSection } from './recipient-section.tsx';
import { useCheckoutDraft, usePickUpChoice } from './use-checkout-draft.ts';
import { hasFaults, noFaults, useCheckoutFaults, useFirstFault } from './use-checkout-faults.ts';
import { useCheckoutPrice } from './use-checkout-price.ts';
import { type Placing, usePlacing, useRefusedChoice } from './use-placing.ts';

interface CheckoutProps {
  readonly view: BasketView;
  readonly edit: BasketEdit;
  readonly currency: string;
  readonly phoneMask: string;
  readonly settings: DonationSettings;
  readonly rates: WireRates;
}

/** The whole checkout on one page, with the total always in sight. A guest's phone is confirmed by a code before the order is placed. */
export function Checkout({ view, edit, currency, phoneMask, settings, rates }: CheckoutProps) {
  const form = useCheckoutDraft(view, phoneMask);
  const { draft, change, changeDonation } = form;
  const pickUp = usePickUpChoice(view, form);
  const cost = useCheckoutPrice(edit, pickUp.place, rates);
  const { price, rate } = cost;
  const placing = usePlacing(view, edit, cost);
  const first = useFirstFault();
  const all = useCheckoutFaults(draft, pickUp.id, phoneMask, settings);
  const faults = first.tries > 0 ? all : noFaults;
  const sellers = sellersOf(edit.items);
  const seller = sellers.find(({ userId }) => userId === draft.donation.userId) ?? sellers[0];
  const donation = settings.isEnabled ? donationOf(draft.donation, seller) : null;
  const { trouble } = placing;
  const login = useLoginAddress();
  const isGuest = view.kind === 'guest';
  const confirming = usePhoneConfirming((entrance) => {
    const filled = filledIn();
    if (filled === null) return;
    // Only the code shows that the account is the recipient's.
    if (entrance === 'byCode') void placing.placeNamed(filled);
    else void placing.place(filled);
  });
  useRefusedChoice(trouble, { pickUpClosed: pickUp.close, promoCode: cost.promo.drop });

  /** The order to place; null while something is missing. */
  function filledIn(): Placing | null {
    const { way, address, name, phone } = draft;
    const pickupPointId = pickUp.id;
    if (hasFaults(all) || (way === 'pickUp' && pickupPointId === null)) return null;
    const delivery = way === 'pickUp' && pickupPointId !== null ? { pickupPointId } : { address: address.trim() };
    return { recipientName: name.trim(), recipientPhone: phone, delivery, donation, systems: settings.paymentSystems };
  }

  async function confirm(items?: BasketEdit['items']) {
    if (await placing.check(items)) await confirming.ask(draft.phone);
  }

  function pay(items?: BasketEdit['items']) {
    const filled = filledIn();
    if (filled === null) first.again();
    else if (isGuest) void confirm(items);
    else void placing.place(filled, items);
  }

  const isBusy = placing.isPlacing || confirming.isSending;
  const refused = trouble?.kind === 'failure' ? (trouble.failure.fields ?? {}) : {};
  return (
    <div ref={first.box} className={classes.columns}>
      <div className={classes.steps}>
        <BasketList edit={edit} currency={currency} />
        <DeliverySection
          draft={draft}
          pickUpId={pickUp.shown}
          looks={pickUp.looks}
          faults={{ pickUp: faults.pickUp, address: refused.address ?? faults.address }}
          onChange={change}
          terms={<DeliveryTerms rate={rate} delivery={price.delivery} currency={currency} />}
          termsOf={({ id, regionId }) => (
            <PointTerms {...cost.deliveryTo({ way: 'pickUp', pickupPointId: id, regionId })} currency={currency} />
          )}
          onPickUp={pickUp.choose}
        />
        <RecipientSection
          draft={draft}
          phoneMask={phoneMask}
          faults={{ name: refused.recipientName ?? faults.name, phone: refused.recipientPhone ?? faults.phone }}
          login={isGuest ? login : null}
          onChange={change}
        />
        <PromoSection cost={cost} currency={currency} />
        {settings.isEnabled && seller !== undefined && (
          <DonationSection
            donation={draft.donation}
            sellers={sellers}
            chosen={seller}
            settings={settings}
            currency={currency}
            faults={{
              amount: refused['donation.amount'] ?? faults.donation.amount,
              name: refused['donation.name'] ?? faults.donation.name,
              message: refused['donation.message'] ?? faults.donation.message,
            }}
            onChange={changeDonation}
          />
        )}
        <div className={classes.section} data-paying>
          <SystemChoice systems={settings.paymentSystems} down={settings.downSystems} />
        </div>
      </div>
      <BasketTotal
        count={countOf(edit.sold)}
        items={edit.total}
        ofMember={price.ofMember}
        discount={price.discount}
        delivery={rate && price.delivery.price}
        donation={donation?.amount ?? 0}
        currency={currency}
      >
        {trouble !== null && (
          <PlacingNotice
            key={`${trouble.kind}${String(first.tries)}`}
            trouble={trouble}
            edit={edit}
            orderId={isGuest ? '' : view.basket.orderId}
            priceOf={cost.priceOf}
            currency={currency}
            onAgree={() => pay()}
            onMend={() => pay(edit.mend())}
          />
        )}
        {confirming.failure !== null && <ErrorNotice>{confirming.failure.message}</ErrorNotice>}
        <ActionButton className={classes.pay ?? ''} onClick={() => pay()} aria-busy={isBusy} disabled={isBusy}>
          <PayWords isPlacing={placing.isPlacing} isGuest={isGuest} />
        </ActionButton>
        <p className={classes.note}>
          <Trans>Картой, сохранённой картой или через приложение банка.</Trans>
        </p>
      </BasketTotal>
      <PhoneCodeDialog confirming={confirming} />
    </div>
  );
}

function PayWords({ isPlacing, isGuest }: { readonly isPlacing: boolean; readonly isGuest: boolean }) {
  if (isPlacing) return <Trans>Готовим оплату…</Trans>;
  return isGuest ? <Trans>Подтвердить и оплатить</Trans> : <Trans>Перейти к оплате</Trans>;
}
