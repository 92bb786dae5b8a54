import { useState, useSyncExternalStore } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { donorName } from '#app/donations/donation-draft.ts';
import { saveProof } from '#app/donations/donation-proofs.ts';
import { monthsPlace } from '#app/donations/giving-place.ts';
import { isCelebrated } from '#app/donations/use-celebration.ts';
import { priceChanged } from '#app/memberships/membership-failures.ts';
import { notePaid } from '#app/payments/paid-notes.ts';
import { paymentProviderUnavailable } from '#app/payments/payment-failures.ts';
import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import { chosenOf, howToPay, type StoredPayment, storedPaymentOf } from '#app/payments/stored-payment.ts';
import { failures } from '#base/calls/errors.ts';
import { serverNow } from '#base/text/server-clock.ts';
import type { StoredValue } from '#base/text/stored-value.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import { type GiftChange, sentGift, storedGiftDraft } from './gift-draft.ts';

interface GivingOptions {
  readonly creator: { readonly userId: string; readonly userName: string };
  readonly systems: readonly PaymentSystemName[] | undefined;
}

interface Priced {
  readonly levelId: string;
  /** Main units a month, as shown. */
  readonly price: number;
  readonly months: number;
}

/** The key and the secret of a guest are one text; whoever gives months is logged in. */
const keyLength = 41;

function useStored<Value>(stored: StoredValue<Value>): Value {
  return useSyncExternalStore(stored.subscribe, stored.read, stored.readEmpty);
}

/** The state of the form of gifted months: the draft, the attempt and the payment. */
export function useGiving({ creator, systems }: GivingOptions) {
  const { userId, userName } = creator;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [drafts] = useState(() => storedGiftDraft(userId));
  const [stored] = useState(() => storedPaymentOf(monthsPlace(creator).subject));
  const [madeHere, setMadeHere] = useState<string | null>(null);
  const draft = useStored(drafts);
  const payment = useStored(stored);
  const name = useStored(donorName);
  const forgetIntent = () => drafts.write({ ...drafts.read(), intent: '' });
  const { isBusy, failure, act, forget } = useAction((refusal) => {
    // Nothing was made, and the next attempt may be at another system or over another sum.
    if (failures.idempotencyMismatch.is(refusal) || paymentProviderUnavailable.is(refusal)) forgetIntent();
    if (priceChanged.is(refusal) || failures.notFound.is(refusal)) void revalidate();
  });

  async function open({ levelId, price, months }: Priced, isFirst = true): Promise<StoredPayment> {
    const before = drafts.read();
    const sent = sentGift(before);
    drafts.write(sent);
    const { receiver, message, isAnonymous, intent } = sent;
    const body = { userName, levelId, price, months, receiver, message, isAnonymous, name: donorName.read() };
    const settings = { idempotencyKey: intent.slice(0, keyLength) };
    const answer = await call('POST Membership/Gift', { body: { ...body, system: chosenOf(systems) } }, settings);
    const { payer, proof, ...opened } = answer;
    if (isFirst && before.intent !== '' && Date.parse(opened.expiresAt) < serverNow().getTime()) {
      forgetIntent();
      return open({ levelId, price, months }, false);
    }
    saveProof(opened.payId, proof);
    return { ...opened, ...howToPay(payer), code: null, isCardRemembered: false };
  }

  function change(made: GiftChange): void {
    forget();
    drafts.write({ ...drafts.read(), ...made, intent: '' });
  }

  const payId = payment?.payId ?? null;
  return {
    draft,
    name,
    payment,
    isBusy,
    failure,
    /** The payment was made on this page, not before a reload. */
    isNew: payId !== null && payId === madeHere,
    change,
    changeName(text: string) {
      donorName.write(text);
      change({});
    },
    make: (priced: Priced) =>
      act(async () => {
        const opened = await open(priced);
        setMadeHere(opened.payId);
        stored.write(opened);
      }),
    askStatus: (signal: AbortSignal) => call('GET ProjectPay/Status', { query: { payId: payId ?? '' } }, { signal }),
    store(change: Pick<StoredPayment, 'code' | 'isCardRemembered'>) {
      const current = stored.read();
      if (current?.payId === payId) stored.write({ ...current, ...change });
    },
    paid() {
      if (payId === null) return;
      notePaid(payId, payId);
      stored.write(null);
      drafts.write(drafts.readEmpty());
      // Whoever has paid on a page of the system has been there.
      if (!isCelebrated(payId)) void navigate(`/thanks/${payId}`);
    },
    /** The payment is closed unpaid: the next attempt is a new one. */
    refused: forgetIntent,
    back() {
      forgetIntent();
      stored.write(null);
    },
  };
}

export type Giving = ReturnType<typeof useGiving>;
