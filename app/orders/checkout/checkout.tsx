import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { call } from '#app/call.ts';
import { usePhoneFaultText } from '#app/identity/phone-field.tsx';
import { formatPhone, phoneFault } from '#app/identity/phone-mask.ts';
import SystemChoice from '#app/payments/system-choice.tsx';
import { firstFailure, maximumLength, required } from '#base/text/form-rules.ts';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { BasketList } from '../basket/basket-list.tsx';
import type { UserBasketView } from '../basket/basket-loader.ts';
import { BasketTotal } from '../basket/basket-total.tsx';
import type { BasketEdit } from '../basket/use-basket-edit.ts';
import { countOf } from '../guest-basket/basket-lines.ts';
import classes from './checkout.module.css';
import { type CheckoutDraft, checkoutOf, type DonationDraft } from './checkout-draft.ts';
import { DeliverySection } from './delivery-section.tsx';
import { DonationSection } from './donation-section.tsx';
import { type DonationSettings, donationFaults, donationOf, sellersOf } from './order-donation.ts';
import { PlacingNotice } from './placing-notice.tsx';
import { RecipientSection } from './recipient-section.tsx';
import { type Placing, usePlacing } from './use-placing.ts';

interface CheckoutProps {
  readonly view: UserBasketView;
  readonly edit: BasketEdit;
  readonly currency: string;
  readonly phoneMask: string;
  readonly settings: DonationSettings;
}

const shortestAddress = 5;

/** The form of the checkout and its changes. */
function useCheckoutDraft({ user, basket, ownName }: UserBasketView, phoneMask: string) {
  const [drafts] = useState(() =>
    checkoutOf(user.id, {
      way: basket.address === null ? 'pickUp' : 'address',
      address: basket.address ?? '',
      name: ownName,
      phone: formatPhone(user.phone, phoneMask),
    }),
  );
  const draft = useSyncExternalStore(drafts.subscribe, drafts.read, drafts.readEmpty);
  return {
    draft,
    change: (change: Partial<CheckoutDraft>) => drafts.write({ ...drafts.read(), ...change }),
    changeDonation: (change: Partial<DonationDraft>) =>
      drafts.write({ ...drafts.read(), donation: { ...drafts.read().donation, ...change } }),
  };
}

/** The chosen pickup point, stored with the basket at once, so that every device shows it. */
function usePickUpChoice({ basket }: UserBasketView) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [isClosed, setClosed] = useState(false);
  const [looks, setLooks] = useState(0);
  return {
    id: isClosed ? null : (chosen ?? basket.pickupPointId),
    shown: chosen ?? basket.pickupPointId,
    /** Increases when the pickup points must be loaded again. */
    looks,
    close() {
      setClosed(true);
      setLooks(looks + 1);
    },
    choose(pickupPointId: number) {
      setChosen(pickupPointId);
      setClosed(false);
      // It is sent again before the order is placed, so a failure is not shown here.
      call('PUT Order/Update', { body: { orderId: basket.orderId, pickupPointId } }).catch(() => undefined);
    },
  };
}

function useFaults(draft: CheckoutDraft, pickUpId: number | null, phoneMask: string, settings: DonationSettings) {
  const { t } = useLingui();
  const phoneText = usePhoneFaultText(phoneMask);
  const wrongPhone = phoneFault(draft.phone, phoneMask);
  const isPickUp = draft.way === 'pickUp';
  const isShort = draft.address.trim().length < shortestAddress;
  return {
    pickUp: isPickUp && pickUpId === null ? t`Выберите пункт выдачи` : null,
    address: isPickUp ? null : (required(draft.address) ?? (isShort ? t`Напишите адрес подробнее` : null)),
    name: firstFailure(draft.name, [required, maximumLength(120)]),
    phone: wrongPhone === null ? null : phoneText(wrongPhone),
    donation: donationFaults(draft.donation, settings),
  };
}

type Faults = ReturnType<typeof useFaults>;

const noFaults: Faults = {
  pickUp: null,
  address: null,
  name: null,
  phone: null,
  donation: { amount: null, message: null },
};

function hasFaults({ donation, ...others }: Faults): boolean {
  return [...Object.values(others), ...Object.values(donation)].some((fault) => fault !== null);
}

/** Moves the focus to the first missing field after the button was pressed too early. */
function useFirstFault() {
  const box = useRef<HTMLDivElement>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries === 0) return;
    const section = box.current?.querySelector('section[data-fault]');
    const field =
      section?.querySelector<HTMLElement>(':is(input, textarea)[aria-invalid="true"]') ?? section?.querySelector('h2');
    field?.focus();
    field?.scrollIntoView({ block: 'center' });
  }, [tries]);
  return { box, tries, again: () => setTries((before) => before + 1) };
}

/** The whole checkout of a user on one page, with the total always in sight. */
export function Checkout({ view, edit, currency, phoneMask, settings }: CheckoutProps) {
  const { draft, change, changeDonation } = useCheckoutDraft(view, phoneMask);
  const pickUp = usePickUpChoice(view);
  const placing = usePlacing(view, edit);
  const first = useFirstFault();
  const all = useFaults(draft, pickUp.id, phoneMask, settings);
  const faults = first.tries > 0 ? all : noFaults;
  const sellers = sellersOf(edit.items);
  const seller = sellers.find(({ userId }) => userId === draft.donation.userId) ?? sellers[0];
  const donation = settings.isEnabled ? donationOf(draft.donation, seller) : null;
  const { trouble } = placing;
  const isClosed = trouble?.kind === 'pickUpClosed';
  const closePoint = useEffectEvent(pickUp.close);
  useEffect(() => {
    if (isClosed) closePoint();
  }, [isClosed]);

  /** The order to place; null while something is missing. */
  function filledIn(): Placing | null {
    const { way, address, name, phone } = draft;
    const pickupPointId = pickUp.id;
    if (hasFaults(all) || (way === 'pickUp' && pickupPointId === null)) return null;
    const delivery = way === 'pickUp' && pickupPointId !== null ? { pickupPointId } : { address: address.trim() };
    return { recipientName: name.trim(), recipientPhone: phone, delivery, donation, systems: settings.paymentSystems };
  }

  function pay(items?: BasketEdit['items']) {
    const filled = filledIn();
    if (filled === null) first.again();
    else void placing.place(filled, items);
  }

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
          onPickUp={pickUp.choose}
        />
        <RecipientSection
          draft={draft}
          phoneMask={phoneMask}
          faults={{ name: refused.recipientName ?? faults.name, phone: refused.recipientPhone ?? faults.phone }}
          onChange={change}
        />
        {settings.isEnabled && seller !== undefined && (
          <DonationSection
            donation={draft.donation}
            sellers={sellers}
            chosen={seller}
            settings={settings}
            currency={currency}
            faults={{ amount: refused['donation.amount'] ?? faults.donation.amount, message: faults.donation.message }}
            onChange={changeDonation}
          />
        )}
      </div>
      <BasketTotal count={countOf(edit.sold)} items={edit.total} donation={donation?.amount ?? 0} currency={currency}>
        {trouble !== null && (
          <PlacingNotice
            key={`${trouble.kind}${String(first.tries)}`}
            trouble={trouble}
            edit={edit}
            orderId={view.basket.orderId}
            currency={currency}
            onAgree={() => pay()}
            onMend={() => pay(edit.mend())}
          />
        )}
        {settings.paymentSystems && <SystemChoice systems={settings.paymentSystems} />}
        <ActionButton
          className={classes.pay ?? ''}
          onClick={() => pay()}
          aria-busy={placing.isPlacing}
          disabled={placing.isPlacing}
        >
          {placing.isPlacing ? <Trans>Готовим оплату…</Trans> : <Trans>Перейти к оплате</Trans>}
        </ActionButton>
        <p className={classes.note}>
          <Trans>Картой, сохранённой картой или через приложение банка.</Trans>
        </p>
      </BasketTotal>
    </div>
  );
}
