import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import form from '#app/donations/donation-form.module.css';
import type { GiftReceiver } from '#app/donations/gift-receivers.ts';
import { monthsPlace } from '#app/donations/giving-place.ts';
import { LevelChoice } from '#app/memberships/level-choice.tsx';
import { priceChanged } from '#app/memberships/membership-failures.ts';
import type { PublicLevel } from '#app/memberships/public-level.ts';
import { fromMain, times, toMain } from '#base/money/money.ts';
import { amountRules } from '#base/text/amount-rules.ts';
import { firstFailure } from '#base/text/form-rules.ts';
import { Choice } from '#base/ui/choices/choice.tsx';
import { Field } from '#base/ui/fields/field.tsx';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import { unrecorded } from '#base/ui/theme/unrecorded.ts';
import { mostMonths } from '../gift-rules.ts';
import { type GiftDraft, storedGiftDraft } from './gift-draft.ts';
import { GivingFields, type GivingSettings } from './giving-fields.tsx';
import { GivingPayment } from './giving-payment.tsx';
import { type Begun, useGiving } from './use-giving.ts';

interface MonthsFormProps {
  readonly creator: { readonly userId: string; readonly userName: string; readonly displayName: string };
  readonly levels: readonly PublicLevel[];
  readonly settings: GivingSettings;
  readonly currency: string;
  /** Of the country (GET Config). */
  readonly phoneMask: string;
}

interface PricedMonths {
  readonly levelId: string;
  /** Main units a month, as shown. */
  readonly price: number;
  readonly months: number;
}

function useMonthsGiving({ creator, settings }: MonthsFormProps) {
  return useGiving({
    place: monthsPlace(creator),
    openDraft: () => storedGiftDraft(creator.userId),
    systems: settings.paymentSystems,
    isChanged: priceChanged.is,
    begin: ({ draft: { receiver }, priced, words }: Begun<GiftDraft, PricedMonths>, sending) => {
      const body = { userName: creator.userName, ...priced, receiver, ...words };
      return call('POST Membership/Gift', { body }, sending);
    },
  });
}

type MonthsGiving = ReturnType<typeof useMonthsGiving>;

/** How many months a text says; null: no such number. */
function monthsOf(text: string, receiver: GiftReceiver): number | null {
  const months = /^\d{1,2}$/.test(text.trim()) ? Number(text) : 0;
  return months >= 1 && months <= mostMonths(receiver) ? months : null;
}

/** The choice of level, receiver and number, then the card in the same place. */
export default function MonthsForm(props: MonthsFormProps) {
  const { creator, levels, currency } = props;
  const giving = useMonthsGiving(props);
  const { draft } = giving;
  const months = monthsOf(draft.months, draft.receiver);
  const level = (levels.find(({ id }) => id === draft.levelId) ?? levels[0])?.name;
  return (
    <section className={`${form.panel} ${unrecorded}`} aria-label={creator.displayName}>
      {giving.payment === null ? (
        <Fields {...props} giving={giving} />
      ) : (
        <GivingPayment giving={giving} currency={currency}>
          {months !== null && (
            <p>
              <Trans>
                Подарок: <Plural value={months} one="# месяц" few="# месяца" many="# месяцев" other="# месяца" />, «
                {level}»
              </Trans>
            </p>
          )}
        </GivingPayment>
      )}
    </section>
  );
}

function Fields({
  giving,
  creator,
  levels,
  settings,
  currency,
  phoneMask,
}: MonthsFormProps & { readonly giving: MonthsGiving }) {
  const { t } = useLingui();
  const { draft, failure } = giving;
  const { receiver } = draft;
  const level = levels.find(({ id }) => id === draft.levelId) ?? levels[0];
  const months = monthsOf(draft.months, receiver);
  const amount = level === undefined || months === null ? null : toMain(times(fromMain(level.amount), months));
  const most = mostMonths(receiver);
  const monthsFault = months === null ? t`Целое число от 1 до ${most}` : null;
  const amountFault = amount === null ? null : firstFailure(amount, amountRules(settings));

  async function make() {
    if (level !== undefined && months !== null) await giving.make({ levelId: level.id, price: level.amount, months });
  }

  return (
    <GivingFields
      giving={giving}
      settings={settings}
      phoneMask={phoneMask}
      amount={amount}
      faults={[monthsFault, amountFault]}
      forGuests={<Trans>На этот номер придёт код. По нему вы войдёте и увидите, кому достались месяцы.</Trans>}
      terms={<Terms receiver={receiver} displayName={creator.displayName} />}
      act={(isBusy) => <GiveWords isBusy={isBusy} amount={amount} currency={currency} months={months} />}
      onMake={make}
    >
      {(isChecked) => (
        <>
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
        </>
      )}
    </GivingFields>
  );
}

/** What will happen, said before the payment. */
function Terms({ receiver, displayName }: { readonly receiver: GiftReceiver; readonly displayName: string }) {
  return (
    <>
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
    </>
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
