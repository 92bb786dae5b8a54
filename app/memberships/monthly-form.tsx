import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { AmountPicker } from '#app/donations/amount-picker.tsx';
import form from '#app/donations/donation-form.module.css';
import { DonationTrouble, DonationWords } from '#app/donations/donation-words.tsx';
import { type FormParts, useDonationSending } from '#app/donations/form-parts.ts';
import { alreadyMember } from '#app/donations/monthly-failures.ts';
import { usePhoneConfirming } from '#app/identity/login-code.ts';
import { PhoneCodeDialog } from '#app/identity/phone-code-dialog.tsx';
import { useSession } from '#app/identity/session.ts';
import { SystemChoice } from '#app/payments/system-choice.tsx';
import { useDayZone } from '#base/pages/day-zone.ts';
import { dayText } from '#base/text/dates.ts';
import { dayIn, monthAfter } from '#base/text/days.ts';
import { serverNow } from '#base/text/server-clock.ts';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { withKeptFocus } from '#base/ui/page/kept-focus.ts';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import { GuestPhone, useDonorPhone } from './guest-phone.tsx';
import { FreeSum } from './joining/free-sum.tsx';
import { useOfferedLevels } from './joining/use-offered-levels.ts';
import { LevelChoice } from './level-choice.tsx';
import classes from './monthly-form.module.css';
import { useOwnSupport } from './own-support.tsx';
import type { PublicLevel } from './public-level.ts';
import { termsAddress } from './terms-address.ts';

interface MonthlyFormProps extends FormParts {
  readonly creator: { readonly userName: string; readonly projectId: string };
  /** Of the country (GET Config). */
  readonly phoneMask: string;
}

/** The form of those who give every month, or for those who do already the way to what they give. */
export default function MonthlyForm(props: MonthlyFormProps) {
  const { kind, gifted } = useOwnSupport(props.creator.projectId);
  if (kind === 'unknown') return <div className={form.placeholder} data-monthly aria-busy />;
  if (kind === 'none' || gifted !== null) return <JoiningForm {...props} gifted={gifted} />;
  const { creator, donation } = props;
  return (
    <div className={form.form}>
      <p>
        <FailureText>{alreadyMember.message}</FailureText>
      </p>
      <LinkButton to={termsAddress(creator.userName, donation.draft.level?.id)}>
        <Trans>Открыть «Мою поддержку»</Trans>
      </LinkButton>
      <GiveToOthers userName={creator.userName} />
    </div>
  );
}

/** Months that somebody else has paid for the donor; null: none run. */
type Gifted = ReturnType<typeof useOwnSupport>['gifted'];

/** A level or an amount, the words, and for a guest the phone that becomes the account. */
function JoiningForm(props: MonthlyFormProps & { readonly gifted: Gifted }) {
  const { donation, settings, currency, preview, clock, onNear, creator, phoneMask, gifted } = props;
  const { draft, isMaking, failure } = donation;
  const { monthlySystems: able = [], downSystems: down = [] } = settings;
  const levels = useOfferedLevels(donation, creator.userName, gifted?.levelId ?? null);
  const isGuest = useSession().status === 'guest';
  const donor = useDonorPhone(phoneMask);
  const confirming = usePhoneConfirming(() => void donation.make());
  const sending = useDonationSending(
    donation,
    settings,
    () => (isGuest ? confirming.ask(donor.phone) : donation.make()),
    isGuest ? { phone: donor.fault } : {},
  );
  const { amount } = sending;
  const isBusy = isMaking || confirming.isSending;
  const choose = (level: PublicLevel | null) =>
    donation.change({ level: level && { id: level.id, amount: level.amount } });
  const picker = (
    <AmountPicker
      amount={draft.amount}
      presets={settings.presets}
      currency={currency}
      error={sending.amountFault}
      onChange={(text) => donation.change({ amount: text })}
    />
  );
  return (
    <>
      <SentForm className={form.form} onSend={sending.send} onFocus={onNear}>
        {levels.length === 0 ? (
          picker
        ) : (
          <LevelChoice
            levels={levels}
            chosen={draft.level?.id ?? null}
            currency={currency}
            error={sending.amountFault}
            onChoose={choose}
          >
            {picker}
            <FreeSum levels={levels} amount={amount} onChoose={choose} />
          </LevelChoice>
        )}
        {clock(amount)}
        <DonationWords
          donation={donation}
          settings={settings}
          preview={preview}
          amount={amount}
          error={sending.messageFault}
        />
        {isGuest && (
          <GuestPhone donor={donor} mask={phoneMask} isChecked={sending.isChecked}>
            <Trans>На этот номер придёт код. По нему вы войдёте, чтобы сменить карту или уйти.</Trans>
          </GuestPhone>
        )}
        {amount !== null && (
          <Terms amount={amount} currency={currency} levelId={draft.level?.id ?? null} gifted={gifted} />
        )}
        <SystemChoice
          systems={able.length > 1 ? able.filter((name) => !down.includes(name)) : []}
          down={able.filter((name) => down.includes(name))}
          onChange={() => donation.change({})}
        />
        <DonationTrouble failure={confirming.failure ?? failure} />
        {alreadyMember.is(failure) && (
          <Link to={termsAddress(creator.userName, draft.level?.id)} className={classes.own}>
            <Trans>Открыть «Мою поддержку»</Trans>
          </Link>
        )}
        <button
          {...withKeptFocus({ disabled: isBusy })}
          type="submit"
          className={form.give}
          aria-busy={isBusy || undefined}
        >
          <GiveWords isBusy={isBusy} amount={amount} currency={currency} />
        </button>
        {levels.length > 0 && <GiveToOthers userName={creator.userName} />}
      </SentForm>
      <PhoneCodeDialog confirming={confirming} />
    </>
  );
}

/** The way to the form of those who pay months for others. */
const GiveToOthers = ({ userName }: { readonly userName: string }) => (
  <LinkButton look="quiet" to={`/${userName}/months`}>
    <Trans>Подарить месяцы другим</Trans>
  </LinkButton>
);

interface TermsProps {
  readonly amount: number;
  readonly currency: string;
  /** Of the chosen level. */
  readonly levelId: string | null;
  readonly gifted: Gifted;
}

/** What is charged, when again, and how to leave, said before the payment. */
function Terms({ amount, currency, levelId, gifted }: TermsProps) {
  const { i18n } = useLingui();
  const zone = useDayZone();
  const dayOf = (day: string) => dayText(day, i18n.locale, 'dayMonth');
  const sum = useSumText(currency)(amount);
  const next = dayOf(monthAfter(dayIn(zone, serverNow()), 1));
  const until = gifted === null ? '' : dayOf(dayIn(zone, new Date(gifted.until)));
  const isBehind = gifted !== null && gifted.levelId === levelId;
  return (
    <p className={classes.terms}>
      {isBehind ? (
        <Trans>
          Сегодня спишем <b>{sum}</b> за месяц, который начнётся <b>{until}</b>, когда закончится подаренное, потом
          столько же каждый месяц.
        </Trans>
      ) : (
        <Trans>
          Сегодня спишем <b>{sum}</b>, потом столько же каждый месяц. Следующий раз: <b>{next}</b>.
        </Trans>
      )}{' '}
      {gifted !== null && !isBehind && (
        <b>
          <Trans>Подаренное до {until} относится к другому уровню и закончится сегодня.</Trans>{' '}
        </b>
      )}
      <Trans>Уйти можно в два касания в разделе «Моя поддержка».</Trans>
    </p>
  );
}

interface GiveWordsProps {
  readonly isBusy: boolean;
  readonly amount: number | null;
  readonly currency: string;
}

function GiveWords({ isBusy, amount, currency }: GiveWordsProps) {
  const sumText = useSumText(currency);
  if (isBusy) return <Trans>Готовим оплату…</Trans>;
  if (amount === null) return <Trans>Поддерживать каждый месяц</Trans>;
  const sum = sumText(amount);
  return <Trans>Платить {sum} в месяц</Trans>;
}
