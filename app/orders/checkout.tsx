import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { firstFailure, maximumLength, required } from '#base/form-rules.ts';
import { ActionButton } from '#base/ui/link-button.tsx';
import { countOf } from '../basket/basket-lines.ts';
import { call } from '../call.ts';
import { usePhoneFaultText } from '../identity/phone-field.public.tsx';
import { formatPhone, phoneFault } from '../identity/phone-mask.ts';
import { BasketList } from './basket-list.tsx';
import type { UserBasketView } from './basket-loader.ts';
import { BasketTotal } from './basket-total.tsx';
import classes from './checkout.module.css';
import { type CheckoutDraft, checkoutOf, type GiftDraft } from './checkout-draft.ts';
import { DeliverySection } from './delivery-section.tsx';
import { GiftSection } from './gift-section.tsx';
import { type GiftSettings, giftFaults, giftOf, sellersOf } from './order-gift.ts';
import { PlacingNotice } from './placing-notice.tsx';
import { RecipientSection } from './recipient-section.tsx';
import type { BasketEdit } from './use-basket-edit.ts';
import { type Placing, usePlacing } from './use-placing.ts';

interface CheckoutProps {
  readonly view: UserBasketView;
  readonly edit: BasketEdit;
  readonly currency: string;
  readonly phoneMask: string;
  readonly settings: GiftSettings;
}

const shortestAddress = 5;

/** What the buyer fills in, and the changes to it. */
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
    changeGift: (change: Partial<GiftDraft>) =>
      drafts.write({ ...drafts.read(), gift: { ...drafts.read().gift, ...change } }),
  };
}

/** The chosen pickup point: kept with the basket at once, so that every device knows it. */
function usePickUpChoice({ basket }: UserBasketView) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [isClosed, setClosed] = useState(false);
  const [looks, setLooks] = useState(0);
  return {
    id: isClosed ? null : (chosen ?? basket.pickupPointId),
    shown: chosen ?? basket.pickupPointId,
    /** Rises when the points are to be asked for again. */
    looks,
    close() {
      setClosed(true);
      setLooks(looks + 1);
    },
    choose(pickupPointId: number) {
      setChosen(pickupPointId);
      setClosed(false);
      // It is sent again before the order is placed; here nobody has to be told of a failure.
      call('PUT Order/Update', { body: { orderId: basket.orderId, pickupPointId } }).catch(() => undefined);
    },
  };
}

function useFaults(draft: CheckoutDraft, pickUpId: number | null, phoneMask: string, settings: GiftSettings) {
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
    gift: giftFaults(draft.gift, settings),
  };
}

type Faults = ReturnType<typeof useFaults>;

const noFaults: Faults = {
  pickUp: null,
  address: null,
  name: null,
  phone: null,
  gift: { amount: null, message: null },
};

function hasFaults({ gift, ...others }: Faults): boolean {
  return [...Object.values(others), ...Object.values(gift)].some((fault) => fault !== null);
}

/** Brings whoever pressed too early to the first thing that is missing. */
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

/** Everything from the items to the payment, for whoever is logged in, on one page with the sum in sight. */
export function Checkout({ view, edit, currency, phoneMask, settings }: CheckoutProps) {
  const { draft, change, changeGift } = useCheckoutDraft(view, phoneMask);
  const pickUp = usePickUpChoice(view);
  const placing = usePlacing(view, edit);
  const first = useFirstFault();
  const all = useFaults(draft, pickUp.id, phoneMask, settings);
  const faults = first.tries > 0 ? all : noFaults;
  const sellers = sellersOf(edit.items);
  const seller = sellers.find(({ userId }) => userId === draft.gift.userId) ?? sellers[0];
  const gift = settings.isEnabled ? giftOf(draft.gift, seller) : null;
  const { trouble } = placing;
  const isClosed = trouble?.kind === 'pickUpClosed';
  const closePoint = useRef(pickUp.close);
  useEffect(() => {
    closePoint.current = pickUp.close;
  });
  useEffect(() => {
    if (isClosed) closePoint.current();
  }, [isClosed]);

  function wish(): Placing {
    const { way, address, name, phone } = draft;
    return {
      recipientName: name.trim(),
      recipientPhone: phone,
      delivery: way === 'pickUp' ? { pickupPointId: pickUp.id ?? 0 } : { address: address.trim() },
      gift,
    };
  }

  function pay() {
    if (hasFaults(all)) first.again();
    else void placing.place(wish());
  }

  const told = trouble?.kind === 'failure' ? (trouble.failure.fields ?? {}) : {};
  return (
    <div ref={first.box} className={classes.columns}>
      <div className={classes.steps}>
        <BasketList edit={edit} currency={currency} />
        <DeliverySection
          draft={draft}
          pickUpId={pickUp.shown}
          looks={pickUp.looks}
          faults={{ pickUp: faults.pickUp, address: told.address ?? faults.address }}
          onChange={change}
          onPickUp={pickUp.choose}
        />
        <RecipientSection
          draft={draft}
          phoneMask={phoneMask}
          faults={{ name: told.recipientName ?? faults.name, phone: told.recipientPhone ?? faults.phone }}
          onChange={change}
        />
        {settings.isEnabled && seller !== undefined && (
          <GiftSection
            gift={draft.gift}
            sellers={sellers}
            chosen={seller}
            settings={settings}
            currency={currency}
            faults={{ amount: told['gift.amount'] ?? faults.gift.amount, message: faults.gift.message }}
            onChange={changeGift}
          />
        )}
      </div>
      <BasketTotal count={countOf(edit.sold)} items={edit.total} gift={gift?.amount ?? 0} currency={currency}>
        {trouble !== null && (
          <PlacingNotice
            key={`${trouble.kind}${String(first.tries)}`}
            trouble={trouble}
            edit={edit}
            orderId={view.basket.orderId}
            currency={currency}
            onAgree={pay}
            onMend={() => {
              const mended = edit.mend();
              void placing.place(wish(), mended);
            }}
          />
        )}
        <ActionButton
          className={classes.pay ?? ''}
          onClick={pay}
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
