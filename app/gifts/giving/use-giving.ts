import { useState, useSyncExternalStore } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { donorName } from '#app/donations/donation-draft.ts';
import { saveProof } from '#app/donations/donation-proofs.ts';
import type { GivingPlace } from '#app/donations/giving-place.ts';
import { isCelebrated } from '#app/donations/use-celebration.ts';
import { notePaid } from '#app/payments/paid-notes.ts';
import { paymentProviderUnavailable } from '#app/payments/payment-failures.ts';
import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import { chosenOf, howToPay, type StoredPayment, storedPaymentOf } from '#app/payments/stored-payment.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { type CallFailure, failures } from '#base/calls/errors.ts';
import { serverNow } from '#base/text/server-clock.ts';
import type { StoredValue } from '#base/text/stored-value.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import type { giftsCalls } from '../gifts.calls.ts';
import { type GivingDraft, sentDraft } from './giving-draft.ts';

/** What every gift is sent with. */
interface SentWords {
  readonly name: string;
  readonly message: string;
  readonly isAnonymous: boolean;
  readonly system: PaymentSystemName | undefined;
}

/** What is sent when a gift begins. */
export interface Begun<Draft extends GivingDraft, Priced> {
  readonly draft: Draft;
  /** What was shown, with its price. */
  readonly priced: Priced;
  readonly words: SentWords;
}

interface GivingOptions<Draft extends GivingDraft, Priced> {
  readonly place: GivingPlace;
  readonly openDraft: () => StoredValue<Draft>;
  readonly systems: readonly PaymentSystemName[] | undefined;
  /** Whether what is offered is another one by now. */
  readonly isChanged: (failure: CallFailure) => boolean;
  readonly begin: (
    given: Begun<Draft, Priced>,
    settings: { readonly idempotencyKey: string },
  ) => Promise<CallAnswer<typeof giftsCalls.gift>>;
}

/** The key and the secret of a guest are one text; whoever gives something to others is logged in. */
const keyLength = 41;

function useStored<Value>(stored: StoredValue<Value>): Value {
  return useSyncExternalStore(stored.subscribe, stored.read, stored.readEmpty);
}

/** The state of the form of a gift to others: the draft, the attempt and the payment. */
export function useGiving<Draft extends GivingDraft, Priced>(options: GivingOptions<Draft, Priced>) {
  const { place, openDraft, systems, isChanged, begin } = options;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [drafts] = useState(openDraft);
  const [stored] = useState(() => storedPaymentOf(place.subject));
  const [madeHere, setMadeHere] = useState<string | null>(null);
  const draft = useStored(drafts);
  const payment = useStored(stored);
  const name = useStored(donorName);
  const forgetIntent = () => drafts.write({ ...drafts.read(), intent: '' });
  const { isBusy, failure, act, forget } = useAction((refusal) => {
    // Nothing was made, and the next attempt may be at another system or over another sum.
    if (failures.idempotencyMismatch.is(refusal) || paymentProviderUnavailable.is(refusal)) forgetIntent();
    if (isChanged(refusal) || failures.notFound.is(refusal)) void revalidate();
  });

  async function open(priced: Priced, isFirst = true): Promise<StoredPayment> {
    const before = drafts.read();
    const sent = sentDraft(before);
    drafts.write(sent);
    const { message, isAnonymous, intent } = sent;
    const words = { message, isAnonymous, name: donorName.read(), system: chosenOf(systems) };
    const answer = await begin({ draft: sent, priced, words }, { idempotencyKey: intent.slice(0, keyLength) });
    const { payer, proof, ...opened } = answer;
    if (isFirst && before.intent !== '' && Date.parse(opened.expiresAt) < serverNow().getTime()) {
      forgetIntent();
      return open(priced, false);
    }
    saveProof(opened.payId, proof);
    return { ...opened, ...howToPay(payer), code: null, isCardRemembered: false };
  }

  function change(made: Partial<Omit<Draft, 'intent'>>): void {
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
    changeWords: (words: Partial<Pick<GivingDraft, 'message' | 'isAnonymous'>>) => {
      forget();
      drafts.write({ ...drafts.read(), ...words, intent: '' });
    },
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

/** The part of that state that does not depend on what is given. */
export type Giving = Omit<ReturnType<typeof useGiving<GivingDraft, never>>, 'change' | 'make'>;
