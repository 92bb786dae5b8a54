import { useEffect, useState, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import type { jointChanged } from '#app/joint/joint-failures.ts';
import type { SeenJoint } from '#app/joint/joint-shapes.ts';
import { notePaid } from '#app/payments/paid-notes.ts';
import type { paymentProviderUnavailable } from '#app/payments/payment-failures.ts';
import type { TabPhase } from '#app/payments/payment-tabs.ts';
import { chosenOf, type StoredPayment, storedPaymentOf } from '#app/payments/stored-payment.ts';
import { usePaymentTabs } from '#app/payments/use-payment-tabs.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { groupAmount } from '#base/text/amount-text.ts';
import { serverNow } from '#base/text/server-clock.ts';
import type { StoredValue } from '#base/text/stored-value.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import {
  amountOf,
  changeDraft,
  type DonationDraft,
  type DraftChange,
  donorName,
  joinLevel,
  type MadeChange,
  storedDonationDraft,
} from '../donation-draft.ts';
import type { donationsCalls } from '../donations.calls.ts';
import { choicesLeft, choicesOf } from './draft-choices.ts';
import { leaveUnpaid, sentDraft } from './left-draft.ts';
import { openDonation } from './open-donation.ts';

interface UseDonationOptions {
  readonly creator: {
    readonly userId: string;
    readonly projectId: string;
    readonly userName: string;
    readonly joint: SeenJoint;
  };
  /** `paymentSystems`: what the donor may choose from. `monthlySystems`: the same for every month. Undefined: there is none. */
  readonly settings: Pick<
    CallAnswer<typeof donationsCalls.settings>,
    'paymentSystems' | 'monthlySystems' | 'downSystems'
  >;
  /** The first amount in the form, grouped. */
  readonly initialAmount: string;
  readonly onPaid: (payId: string) => void;
}

type Drafts = StoredValue<DonationDraft>;

/** The page has shown other shares than there are now. */
export const sharedOtherwise: (typeof jointChanged)['code'] = 'JointChanged';

const unanswered: (typeof paymentProviderUnavailable)['code'] = 'PaymentProviderUnavailable';

function useStored<Value>(stored: StoredValue<Value>): Value {
  return useSyncExternalStore(stored.subscribe, stored.read, stored.readEmpty);
}

/** Creates the payment: one at a time, with the same key for all attempts of one intent. */
function useDonationMaking(
  { creator, settings }: Pick<UseDonationOptions, 'creator' | 'settings'>,
  drafts: Drafts,
  onMade: (payment: StoredPayment) => void,
) {
  const { revalidate } = useRevalidator();
  const [refused, setRefused] = useState<DonationDraft | null>(null);
  const { isBusy, failure, act, forget } = useAction((refusal) => {
    if (failures.idempotencyMismatch.is(refusal)) drafts.write({ ...drafts.read(), intent: '' });
    const { fields = {} } = refusal;
    const draft = drafts.read();
    const left = choicesLeft(draft, fields);
    setRefused(draft.reward !== null && left?.reward === null ? draft : null);
    // What has ended since is left out of the next attempt, as the message says.
    if (left !== null) drafts.write(changeDraft(draft, left));
    // What the page offers, for how much and for whom, has changed since, or it knows by then which system does not answer.
    const isOther = refusal.status === 409 || refusal.status === 503;
    if (left !== null || fields.amount !== undefined || isOther) void revalidate();
    // Nothing was made, and the next attempt may be at another system, or is shared otherwise. Known by their codes: the page does not load the words of all failures.
    if (refusal.code === unanswered || refusal.code === sharedOtherwise) drafts.write({ ...drafts.read(), intent: '' });
    if (failures.notFound.is(refusal)) drafts.write({ ...drafts.read(), intent: '', left: '' });
  });

  async function open(draft: DonationDraft, amount: number): Promise<StoredPayment> {
    const sent = sentDraft(draft);
    drafts.write(sent);
    const { message, isAnonymous, intent, instead, level } = sent;
    const given = { amount, name: donorName.read(), message, isAnonymous };
    const { monthlySystems, paymentSystems, downSystems } = settings;
    const { userName, projectId, joint } = creator;
    const isMonthly = draft.isMonthly && monthlySystems !== undefined;
    const answering = monthlySystems?.filter((name) => !downSystems?.includes(name));
    const system = chosenOf(isMonthly ? answering : paymentSystems);
    const to = isMonthly ? { userName, levelId: level?.id } : { projectId, choices: choicesOf(draft), joint };
    const opened = await openDonation({ ...given, system }, { to, instead, intent });
    // The stored answer of an earlier attempt has expired, so this becomes a new intent, once.
    const isStale = draft.intent !== '' && Date.parse(opened.expiresAt) < serverNow().getTime();
    return isStale ? open({ ...draft, intent: '' }, amount) : opened;
  }

  async function make(draft: DonationDraft): Promise<void> {
    const amount = amountOf(draft);
    if (amount !== null) await act(async () => onMade(await open(draft, amount)));
  }

  return { make, isBusy, failure, refused, forget };
}

/** The donor's draft and its changes. */
function useDraft(drafts: Drafts, onChange: () => void) {
  /** A change that follows what the page offers now: the last refusal stays in sight. */
  const follow = (made: DraftChange | MadeChange) => {
    const now = drafts.read();
    drafts.write(changeDraft(now, 'call' in made ? made(now) : made));
  };
  const change = (made: DraftChange | MadeChange) => {
    onChange();
    follow(made);
  };
  return {
    draft: useStored(drafts),
    name: useStored(donorName),
    change,
    follow,
    changeName(text: string) {
      donorName.write(text);
      change({});
    },
  };
}

/** The state of the donation form: the draft, the payment and other tabs. */
export function useDonation({ initialAmount, onPaid, ...to }: UseDonationOptions) {
  const { creator, settings } = to;
  const { userId } = creator;
  const isMonthlyOffered = settings.monthlySystems !== undefined;
  const [drafts] = useState(() => storedDonationDraft(userId, initialAmount));
  const [stored] = useState(() => storedPaymentOf(userId));
  const payment = useStored(stored);
  const [madeHere, setMadeHere] = useState<string | null>(null);
  const tabs = usePaymentTabs(userId, payment, stored);
  const making = useDonationMaking(to, drafts, (opened) => {
    setMadeHere(opened.payId);
    stored.write(opened);
  });
  const written = useDraft(drafts, making.forget);
  useEffect(() => {
    // A link of an embedded widget names the sum; what was typed since stays on a reload.
    const query = new URLSearchParams(location.search);
    const asked = groupAmount(query.get('amount') ?? '');
    const draft = drafts.read();
    if (asked !== '' && draft.amount === initialAmount) drafts.write(changeDraft(draft, { amount: asked }));
    const level = query.get('level');
    if (level === null) return;
    if (isMonthlyOffered) drafts.write(joinLevel(drafts.read(), level));
    // Once: a reload leaves what the donor has chosen since.
    query.delete('level');
    history.replaceState(history.state, '', `?${query}${location.hash}`);
  }, [drafts, initialAmount, isMonthlyOffered]);
  const payId = payment?.payId ?? null;

  const announce = (phase: TabPhase) => {
    if (payment !== null) tabs.announce({ payment, phase });
  };
  const forgetIntent = () => drafts.write({ ...drafts.read(), intent: '' });
  // Monthly support may have been switched off since it was chosen.
  const asOffered = (draft: DonationDraft) => (isMonthlyOffered ? draft : { ...draft, isMonthly: false });
  const draft = asOffered(written.draft);

  return {
    ...written,
    draft,
    isMonthly: draft.isMonthly,
    payment,
    /** The payment was created on this page, not before a reload. */
    isNew: payId !== null && payId === madeHere,
    isResuming: payId !== null && payId !== madeHere && !tabs.isSettled,
    isMaking: making.isBusy,
    failure: making.failure,
    /** The draft whose reward the last failure, if there is one, is about: its choice says so itself. Null: about something else. */
    refusedDraft: making.refused,
    elsewhere: tabs.elsewhere,
    make: () => making.make(asOffered(drafts.read())),
    /** Stores changes of the payment, so that they survive a reload. */
    store(change: Pick<StoredPayment, 'code' | 'isCardRemembered'>) {
      const current = stored.read();
      if (current?.payId === payId) stored.write({ ...current, ...change });
    },
    paid() {
      if (payId === null) return;
      notePaid(payId, payId);
      announce('paid');
      stored.write(null);
      drafts.write(drafts.readEmpty());
      onPaid(payId);
    },
    /** The payment is closed unpaid: the next attempt is a new one with the same amount and message. */
    refused() {
      announce('closed');
      forgetIntent();
    },
    restart: () => making.make({ ...asOffered(drafts.read()), intent: '' }),
    back() {
      announce('left');
      if (payment !== null) drafts.write(leaveUnpaid(drafts.read(), payment));
      stored.write(null);
    },
    takeOver: tabs.takeOver,
    forgetElsewhere() {
      forgetIntent();
      tabs.forget();
    },
  };
}

export type Donation = ReturnType<typeof useDonation>;
