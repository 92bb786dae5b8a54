import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { donorName } from '#app/donations/donation-draft.ts';
import { required } from '#base/text/form-rules.ts';
import { useRecipientFaults } from '../recipient-fields.tsx';
import type { CheckoutDraft } from './checkout-draft.ts';
import { type DonationSettings, orderDonationFaults } from './order-donation.ts';

const shortestAddress = 5;

/** What is missing or wrong in the form, as texts. */
export function useCheckoutFaults(
  draft: CheckoutDraft,
  pickUpId: number | null,
  phoneMask: string,
  settings: DonationSettings,
) {
  const { t } = useLingui();
  const recipient = useRecipientFaults(draft, phoneMask);
  const donor = useSyncExternalStore(donorName.subscribe, donorName.read, donorName.readEmpty);
  const isPickUp = draft.way === 'pickUp';
  const isShort = draft.address.trim().length < shortestAddress;
  return {
    pickUp: isPickUp && pickUpId === null ? t`Выберите пункт выдачи` : null,
    address: isPickUp ? null : (required(draft.address) ?? (isShort ? t`Напишите адрес подробнее` : null)),
    ...recipient,
    donation: orderDonationFaults(draft.donation, donor, settings),
  };
}

type Faults = ReturnType<typeof useCheckoutFaults>;

/** The faults before the button was pressed. */
export const noFaults: Faults = {
  pickUp: null,
  address: null,
  name: null,
  phone: null,
  donation: { amount: null, name: null, message: null },
};

export function hasFaults({ donation, ...others }: Faults): boolean {
  return [...Object.values(others), ...Object.values(donation)].some((fault) => fault !== null);
}

/** Moves the focus to the first missing field after the button was pressed too early. */
export function useFirstFault() {
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
