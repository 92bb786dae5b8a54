import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import form from '#app/donations/donation-form.module.css';
import { messageRules } from '#app/donations/donation-rules.ts';
import { DonationTrouble, DonationWords } from '#app/donations/donation-words.tsx';
import type { donationsCalls } from '#app/donations/donations.calls.ts';
import type { GiftReceiver } from '#app/donations/gift-receivers.ts';
import { usePhoneConfirming } from '#app/identity/login-code.ts';
import { PhoneCodeDialog } from '#app/identity/phone-code-dialog.tsx';
import { useSession } from '#app/identity/session.ts';
import { GuestPhone, useDonorPhone } from '#app/memberships/guest-phone.tsx';
import { LevelChoice } from '#app/memberships/level-choice.tsx';
import terms from '#app/memberships/monthly-form.module.css';
import type { PublicLevel } from '#app/memberships/public-level.ts';
import { CardPayment } from '#app/payments/card-payment.tsx';
import { SystemChoice } from '#app/payments/system-choice.tsx';
import type { CallAnswer } from '#base/calls/call.ts';
import { fromMain, times, toMain } from '#base/money/money.ts';
import { amountRules } from '#base/text/amount-rules.ts';
import { firstFailure } from '#base/text/form-rules.ts';
import { Choice } from '#base/ui/choices/choice.tsx';
import { Field } from '#base/ui/fields/field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { withKeptFocus } from '#base/ui/page/kept-focus.ts';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import { unrecorded } from '#base/ui/theme/unrecorded.ts';
import { mostMonths } from '../gift-rules.ts';
import { type Giving, useGiving } from './use-giving.ts';

interface GivingFormProps {
  readonly creator: { readonly userId: string; readonly userName: string; readonly displayName: string };
  readonly levels: readonly PublicLevel[];
  readonly settings: CallAnswer<typeof donationsCalls.settings>;
  readonly currency: string;
  /** Of the country (GET Config). */
  readonly phoneMask: string;
}

/** How many months a text says; null: no such number. */
function monthsOf(text: string, receiver: GiftReceiver): number | null {
  const months = /^\d{1,2}$/.test(text.trim()) ? Number(text) : 0;
  return months >= 1 && months <= mostMonths(receiver) ? months : null;
}

/** The choice of level, receiver and number, then the card in the same place. */
export default function GivingForm(props: GivingFormProps) {
  const { creator, levels, settings, currency } = props;
  const giving = useGiving({ creator, systems: settings.paymentSystems });
  return (
    <section className={`${form.panel} ${unrecorded}`} aria-label={creator.displayName}>
      {giving.payment === null ? (
        <Fields {...props} giving={giving} />
      ) : (
        <Paying giving={giving} levels={levels} currency={currency} />
      )}
    </section>
  );
}

function Paying({
  giving,
  levels,
  currency,
}: Pick<GivingFormProps, 'levels' | 'currency'> & { readonly giving: Giving }) {
  const sumText = useSumText(currency);
  const { payment, draft } = giving;
  if (payment === null) return null;
  const months = monthsOf(draft.months, draft.receiver);
  const level = (levels.find(({ id }) => id === draft.levelId) ?? levels[0])?.name;
  return (
    <div className={form.step}>
      <p className={form.summarySum}>{sumText(payment.amount)}</p>
      {months !== null && (
        <p>
          <Trans>
            Подарок: <Plural value={months} one="# месяц" few="# месяца" many="# месяцев" other="# месяца" />, «{level}»
          </Trans>
        </p>
      )}
      <CardPayment
        key={payment.payId}
        paymentUrl={payment.paymentUrl}
        isOnPage={payment.isOnPage}
        payer={payment.payer}
        amount={payment.amount}
        expiresAt={payment.expiresAt}
        closedSystems={payment.closedSystems}
        currencyLabel={currency}
        askStatus={giving.askStatus}
        resumed={giving.isNew ? undefined : payment}
        onPaid={giving.paid}
        onRefused={giving.refused}
        onRestart={giving.back}
        onBack={giving.back}
        onStore={giving.store}
      />
    </div>
  );
}

function Fields({
  giving,
  creator,
  levels,
  settings,
  currency,
  phoneMask,
}: GivingFormProps & { readonly giving: Giving }) {
  const { t } = useLingui();
  const { draft, name, failure } = giving;
  const { receiver } = draft;
  const [isChecked, setChecked] = useState(false);
  const isGuest = useSession().status === 'guest';
  const donor = useDonorPhone(phoneMask);
  const level = levels.find(({ id }) => id === draft.levelId) ?? levels[0];
  const months = monthsOf(draft.months, receiver);
  const amount = level === undefined || months === null ? null : toMain(times(fromMain(level.amount), months));
  const most = mostMonths(receiver);
  const monthsFault = months === null ? t`Целое число от 1 до ${most}` : null;
  const amountFault = amount === null ? null : firstFailure(amount, amountRules(settings));
  const messageFault = firstFailure(draft.message, messageRules(settings));
  const { paymentSystems = [], downSystems = [] } = settings;

  async function make() {
    if (level !== undefined && months !== null) await giving.make({ levelId: level.id, price: level.amount, months });
  }
  const confirming = usePhoneConfirming(() => void make());

  function send(): unknown {
    setChecked(true);
    const faults = [monthsFault, amountFault, messageFault, isGuest ? donor.fault : null];
    if (faults.some((fault) => fault !== null)) return null;
    return isGuest ? confirming.ask(donor.phone) : make();
  }

  const isBusy = giving.isBusy || confirming.isSending;
  return (
    <>
      <SentForm className={form.form} onSend={send}>
        <Choice
          label={t`Кому подарить`}
          options={[
            { value: 'Chat', content: t`Зрителям` },
            { value: 'Link', content: t`Другу по ссылке` },
          ]}
          value={receiver}
          onChange={(chosen) => giving.change({ receiver: chosen })}
          isWide
        />
        <LevelChoice
          levels={levels}
          chosen={level?.id ?? null}
          currency={currency}
          error={failure?.fields?.amount ?? amountFault}
          onChoose={(chosen) => giving.change({ levelId: chosen?.id ?? '' })}
        />
        <Field
          label={t`Сколько месяцев`}
          name="months"
          inputMode="numeric"
          autoComplete="off"
          value={draft.months}
          onChange={(event) => giving.change({ months: event.currentTarget.value })}
          error={failure?.fields?.months ?? (isChecked || draft.months !== '' ? monthsFault : null)}
        />
        <DonationWords
          donation={{
            draft,
            name,
            failure,
            isMonthly: false,
            change: giving.change,
            changeName: giving.changeName,
          }}
          settings={settings}
          preview={() => null}
          amount={amount}
          error={failure?.fields?.message ?? messageFault}
        />
        {isGuest && (
          <GuestPhone donor={donor} mask={phoneMask} isChecked={isChecked}>
            <Trans>На этот номер придёт код. По нему вы войдёте и увидите, кому достались месяцы.</Trans>
          </GuestPhone>
        )}
        <Terms receiver={receiver} displayName={creator.displayName} />
        <SystemChoice
          systems={paymentSystems.filter((one) => !downSystems.includes(one))}
          down={downSystems}
          onChange={() => giving.change({})}
        />
        <DonationTrouble failure={confirming.failure ?? failure} />
        <button
          {...withKeptFocus({ disabled: isBusy })}
          type="submit"
          className={form.give}
          aria-busy={isBusy || undefined}
        >
          <GiveWords isBusy={isBusy} amount={amount} currency={currency} months={months} />
        </button>
      </SentForm>
      <PhoneCodeDialog confirming={confirming} />
    </>
  );
}

/** What will happen, said before the payment. */
function Terms({ receiver, displayName }: { readonly receiver: GiftReceiver; readonly displayName: string }) {
  return (
    <p className={terms.terms}>
      {receiver === 'Chat' ? (
        <Trans>
          Десять минут зрители записываются на странице подарка, потом сайт честно разыгрывает месяцы: каждому по
          одному. Что останется, ещё 30 дней забирает любой желающий.
        </Trans>
      ) : (
        <Trans>
          Вы получите ссылку. Кто откроет её первым, тому достанутся все месяцы подряд. Ссылка действует 30 дней.
        </Trans>
      )}{' '}
      <Trans>
        Что за это время не забрали, сгорает, а донат остаётся автору. Себе, автору ({displayName}) и тем, кто уже
        подписан, месяцы не достаются.
      </Trans>
    </p>
  );
}

interface GiveWordsProps {
  readonly isBusy: boolean;
  readonly amount: number | null;
  readonly currency: string;
  readonly months: number | null;
}

function GiveWords({ isBusy, amount, currency, months }: GiveWordsProps) {
  const sumText = useSumText(currency);
  if (isBusy) return <Trans>Готовим оплату…</Trans>;
  if (amount === null || months === null) return <Trans>Подарить месяцы</Trans>;
  const sum = sumText(amount);
  return (
    <Trans>
      Подарить <Plural value={months} one="# месяц" few="# месяца" many="# месяцев" other="# месяца" /> за {sum}
    </Trans>
  );
}
