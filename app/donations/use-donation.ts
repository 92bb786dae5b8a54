import { useRef, useState, useSyncExternalStore } from 'react';
import { CallFailure, failures } from '#base/errors.ts';
import type { StoredValue } from '#base/stored-value.ts';
import { type KeptPayment, keptPaymentOf } from '../payments/kept-payment.ts';
import type { TabPhase } from '../payments/payment-tabs.ts';
import { usePaymentTabs } from '../payments/use-payment-tabs.ts';
import { readAmount } from './amount-text.ts';
import { changeDraft, type DonationDraft, donorName, draftOf, newIntent } from './donation-draft.ts';
import { openGift } from './open-gift.ts';

interface UseDonationOptions {
  readonly userId: string;
  readonly projectId: string;
  /** The sum that stands there before anything was typed, grouped. */
  readonly initialAmount: string;
  readonly onPaid: (payId: string) => void;
}

type Drafts = StoredValue<DonationDraft>;

function useStored<Value>(stored: StoredValue<Value>): Value {
  return useSyncExternalStore(stored.subscribe, stored.read, stored.readEmpty);
}

/** The making of the payment: one at a time, all tries of one intent under one key. */
function useGiftMaking(projectId: string, drafts: Drafts, onMade: (payment: KeptPayment) => void) {
  const [isMaking, setMaking] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const isBusy = useRef(false);

  async function open(draft: DonationDraft, amount: number): Promise<KeptPayment> {
    const intent = draft.intent || newIntent();
    drafts.write({ ...draft, intent });
    const { message, isAnonymous } = draft;
    const opened = await openGift({ projectId, amount, name: donorName.read(), message, isAnonymous, intent });
    // The kept answer of a try long ago: its time is over, so this is a new intent, once.
    const isStale = draft.intent !== '' && Date.parse(opened.expiresAt) < Date.now();
    return isStale ? open({ ...draft, intent: '' }, amount) : opened;
  }

  async function make(draft: DonationDraft): Promise<void> {
    const amount = readAmount(draft.amount);
    if (isBusy.current || amount === null) return;
    isBusy.current = true;
    setMaking(true);
    setFailure(null);
    try {
      onMade(await open(draft, amount));
    } catch (error) {
      if (failures.idempotencyMismatch.is(error)) drafts.write({ ...drafts.read(), intent: '' });
      setFailure(error instanceof CallFailure ? error : failures.internal.because());
    }
    isBusy.current = false;
    setMaking(false);
  }

  return { make, isMaking, failure, forgetFailure: () => setFailure(null) };
}

/** What the donor writes, and the changes to it. */
function useDraft(drafts: Drafts, onChange: () => void) {
  const draft = useStored(drafts);
  const name = useStored(donorName);
  return {
    draft,
    name,
    change(change: Partial<Omit<DonationDraft, 'intent'>>) {
      onChange();
      drafts.write(changeDraft(drafts.read(), change));
    },
    changeName(text: string) {
      onChange();
      donorName.write(text);
      drafts.write(changeDraft(drafts.read(), {}));
    },
  };
}

/** All that the gift form keeps and does: the draft, the making of the payment, the other tabs. */
export function useDonation({ userId, projectId, initialAmount, onPaid }: UseDonationOptions) {
  const [drafts] = useState(() => draftOf(userId, initialAmount));
  const [kept] = useState(() => keptPaymentOf(userId));
  const payment = useStored(kept);
  const [madeHere, setMadeHere] = useState<string | null>(null);
  const tabs = usePaymentTabs(userId, payment, kept);
  const making = useGiftMaking(projectId, drafts, (opened) => {
    setMadeHere(opened.payId);
    kept.write(opened);
  });
  const written = useDraft(drafts, making.forgetFailure);
  const payId = payment?.payId ?? null;

  const tell = (phase: TabPhase) => {
    if (payment !== null) tabs.tell({ payment, phase });
  };
  const forgetIntent = () => drafts.write({ ...drafts.read(), intent: '' });

  return {
    ...written,
    payment,
    /** The payment was opened on this page, not before a reload. */
    isNew: payId !== null && payId === madeHere,
    isResuming: payId !== null && payId !== madeHere && !tabs.isSettled,
    isMaking: making.isMaking,
    failure: making.failure,
    elsewhere: tabs.elsewhere,
    make: () => making.make(drafts.read()),
    /** What is kept of the payment over a reload. */
    keep(change: Pick<KeptPayment, 'code' | 'isCardRemembered'>) {
      const current = kept.read();
      if (current !== null && current.payId === payId) kept.write({ ...current, ...change });
    },
    paid() {
      tell('paid');
      kept.write(null);
      drafts.write(drafts.readEmpty());
      if (payId !== null) onPaid(payId);
    },
    /** The payment is closed unpaid: the next try is a new one, with the sum and the message kept. */
    refused() {
      tell('closed');
      forgetIntent();
    },
    restart: () => making.make({ ...drafts.read(), intent: '' }),
    back() {
      tell('left');
      kept.write(null);
    },
    takeOver: tabs.takeOver,
    forgetElsewhere() {
      forgetIntent();
      tabs.forget();
    },
  };
}

export type Donation = ReturnType<typeof useDonation>;
