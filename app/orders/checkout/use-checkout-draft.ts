import { useState, useSyncExternalStore } from 'react';
import { call } from '#app/call.ts';
import type { PickUpPoint } from '#app/delivery/delivery.calls.ts';
import type { DeliveryPlace } from '#app/delivery/delivery-rates.ts';
import { formatPhone } from '#app/identity/phone-mask.ts';
import type { BasketView } from '../basket/basket-loader.ts';
import { type CheckoutDraft, checkoutOf, type DonationDraft } from './checkout-draft.ts';

function draftsOf(view: BasketView, phoneMask: string) {
  if (view.kind === 'guest') return checkoutOf(null, { way: 'pickUp', address: '', name: '', phone: '' });
  const { user, basket, ownName } = view;
  return checkoutOf(user.id, {
    way: basket.address === null ? 'pickUp' : 'address',
    address: basket.address ?? '',
    name: ownName,
    phone: formatPhone(user.phone, phoneMask),
  });
}

/** The form of the checkout and its changes. */
export function useCheckoutDraft(view: BasketView, phoneMask: string) {
  const [drafts, setDrafts] = useState(() => draftsOf(view, phoneMask));
  const owner = view.kind === 'user' ? view.user.id : null;
  if (drafts.readEmpty().owner !== owner) setDrafts(draftsOf(view, phoneMask));
  const draft = useSyncExternalStore(drafts.subscribe, drafts.read, drafts.readEmpty);
  return {
    draft,
    change: (change: Partial<CheckoutDraft>) => drafts.write({ ...drafts.read(), ...change }),
    changeDonation: (change: Partial<DonationDraft>) =>
      drafts.write({ ...drafts.read(), donation: { ...drafts.read().donation, ...change } }),
  };
}

/** A chosen pickup point and its region. */
interface Choice {
  readonly id: number;
  readonly regionId: number | null;
}

function drafted({ pickUpId, pickUpRegionId }: CheckoutDraft): Choice | null {
  return pickUpId === null ? null : { id: pickUpId, regionId: pickUpRegionId };
}

function stored(view: BasketView): Choice | null {
  if (view.kind === 'guest' || view.basket.pickupPointId === null) return null;
  return { id: view.basket.pickupPointId, regionId: view.basket.pickupPoint?.regionId ?? null };
}

function placeOf({ way, address }: CheckoutDraft, point: Choice | null): DeliveryPlace | null {
  if (way === 'address') return { way, address };
  return point && { way, pickupPointId: point.id, regionId: point.regionId };
}

/** The chosen pickup point: a user's is stored with the basket at once, so that every device shows it, a guest's in the draft. */
export function usePickUpChoice(view: BasketView, { draft, change }: ReturnType<typeof useCheckoutDraft>) {
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [isClosed, setClosed] = useState(false);
  const [looks, setLooks] = useState(0);
  const shown = chosen ?? drafted(draft) ?? stored(view);
  return {
    id: isClosed ? null : (shown?.id ?? null),
    shown: shown?.id ?? null,
    /** Where the order is delivered to; null: no pickup point is chosen. */
    place: placeOf(draft, isClosed ? null : shown),
    /** Increases when the pickup points must be loaded again. */
    looks,
    close() {
      setClosed(true);
      setLooks(looks + 1);
    },
    choose({ id: pickupPointId, regionId }: PickUpPoint) {
      setChosen({ id: pickupPointId, regionId });
      setClosed(false);
      const isGuest = view.kind === 'guest';
      change({ pickUpId: isGuest ? pickupPointId : null, pickUpRegionId: isGuest ? regionId : null });
      if (isGuest) return;
      // It is sent again before the order is placed, so a failure is not shown here.
      call('PUT Order/Update', { body: { orderId: view.basket.orderId, pickupPointId } }).catch(() => undefined);
    },
  };
}
