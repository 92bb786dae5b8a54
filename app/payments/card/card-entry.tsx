import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import { cardDigits, cardSystemOf } from '../card-number.ts';
import classes from '../card-payment.module.css';
import type { CardPayer, PaymentMeans, ProviderOutcome } from '../systems/payer-client.ts';
import fields from './card-entry.module.css';
import { expiryDigits } from './card-expiry.ts';
import { type CardText, expiryField, NewCardFields, numberField, useCardReader } from './card-fields.tsx';
import type { PaymentProblem } from './payment-machine.ts';
import { ClosedSystemNotice, ProblemNotice, SendingNotice } from './payment-notices.tsx';
import { SavedCardList } from './saved-card-list.tsx';
import { cardsOf, savedCards } from './saved-cards.ts';
import { Wallets } from './wallets.tsx';

/** What the payer has chosen and typed. In memory only, never stored. */
export interface EnteredCard {
  /** The token of a saved card, `new`, or null for the default: the last used card, or a new one if none is saved. */
  readonly choice: string | null;
  readonly text: CardText;
}

export const nothingEntered: EnteredCard = { choice: null, text: { number: '', expiry: '' } };

/** `once`: only this payment. `monthly`: it is the first of every month. `later`: the card is saved, and nothing is paid now. */
export type Charging = 'once' | 'monthly' | 'later';

interface CardEntryProps {
  readonly amount: number;
  /** Whose card form this is; null: the gateway's. */
  readonly payer: CardPayer | null;
  readonly charging: Charging;
  readonly currencyLabel: string;
  readonly closedSystems: readonly string[];
  readonly isSending: boolean;
  readonly problem: PaymentProblem | null;
  /** Focus the first field: the payer has just opened the form. */
  readonly takesFocus: boolean;
  /** Held by the parent, so that the input survives the status check after a missing answer. */
  readonly entered: EnteredCard;
  readonly onEnter: (entered: EnteredCard) => void;
  readonly isCardRemembered: boolean;
  readonly onRemember: (isRemembered: boolean) => void;
  readonly onPay: (means: PaymentMeans) => Promise<ProviderOutcome | null>;
  readonly onCancel: () => void;
}

/** The request to the provider: no spaces in the number, no slash in the expiry (docs/rules.md#payment-gateway). */
function meansOf({ number, expiry }: CardText): PaymentMeans {
  const system = cardSystemOf(number)?.name ?? 'card';
  return { card: { pan: cardDigits(number), expiry: expiryDigits(expiry) ?? '' }, payment_system: system };
}

/** The form to choose a saved card, a new card or a wallet, and to pay. */
export function CardEntry({
  amount,
  payer,
  charging,
  currencyLabel,
  closedSystems,
  isSending,
  problem,
  takesFocus,
  entered,
  onEnter,
  onPay,
  onCancel,
  ...more
}: CardEntryProps) {
  const read = useCardReader();
  const known = useSyncExternalStore(savedCards.subscribe, savedCards.read, savedCards.readEmpty);
  const cards = cardsOf(known, payer?.system);
  const { choice, text } = entered;
  const [isChecked, setChecked] = useState(false);
  const chosen = choice === 'new' ? undefined : (cards.find((card) => card.data.token === choice) ?? cards[0]);
  const form = useRef<HTMLFormElement>(null);
  const faults = read(text);
  const number = chosen === undefined ? text.number : chosen.pan;
  const system = cardSystemOf(number);
  const isClosed = system !== null && closedSystems.includes(system.name);
  const sum = useSumText(currencyLabel)(amount);

  useEffect(() => {
    if (takesFocus)
      form.current?.querySelector<HTMLInputElement>(`${numberField}, :checked`)?.focus({ preventScroll: true });
  }, [takesFocus]);

  function submit(event: React.SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending || isClosed) return;
    if (chosen !== undefined) {
      void onPay({ card: { token: chosen.data.token } });
      return;
    }
    setChecked(true);
    if (faults.number === null && faults.expiry === null) void onPay(meansOf(text));
    else event.currentTarget.querySelector<HTMLInputElement>(faults.number ? numberField : expiryField)?.focus();
  }

  return (
    <form method="dialog" ref={form} className={classes.form} onSubmit={submit} noValidate aria-busy={isSending}>
      {problem !== null && <ProblemNotice problem={problem} />}
      <fieldset className={fields.fields} disabled={isSending}>
        <legend className="spoken">
          <Trans>Карта</Trans>
        </legend>
        <SavedCardList
          cards={cards}
          chosen={chosen?.data.token ?? 'new'}
          onChoose={(token) => onEnter({ choice: token, text })}
        />
        {chosen === undefined && (
          <NewCardFields
            text={text}
            isNamed={payer === null}
            faults={isChecked ? faults : null}
            onChange={(typed) => onEnter({ choice, text: typed })}
            isCardRemembered={more.isCardRemembered}
            onRemember={more.onRemember}
          />
        )}
      </fieldset>
      {isClosed && <ClosedSystemNotice title={system.title} />}
      {isSending ? (
        <SendingNotice onCancel={onCancel} />
      ) : (
        <button type="submit" className={classes.pay} aria-disabled={isClosed}>
          {charging === 'later' ? <Trans>Сохранить карту</Trans> : <Trans>Оплатить {sum}</Trans>}
        </button>
      )}
      {!isSending && charging === 'once' && payer === null && <Wallets onPay={onPay} />}
      <p className={classes.safety}>
        {payer === null ? (
          <Trans>Данные карты получает только платёжная система. Мы их не видим и не храним.</Trans>
        ) : (
          <>
            {charging !== 'once' && (
              <Trans>Деньги с этой карты будут списываться каждый месяц, пока вы не уйдёте.</Trans>
            )}{' '}
            <PoweredByPayme />
          </>
        )}{' '}
        {charging !== 'once' && payer === null && (
          <Trans>С этой карты она будет списывать деньги каждый месяц, пока вы не уйдёте.</Trans>
        )}
      </p>
    </form>
  );
}

/** What Payme's terms require beside its card form (https://help.paycom.uz/ru/protokol-subscribe-api). */
function PoweredByPayme() {
  return (
    <>
      <Trans>Данные карты получает только Payme. Мы их не видим и не храним.</Trans>{' '}
      <Trans>
        Оплачивая, вы принимаете{' '}
        <a href="https://cdn.payme.uz/terms/main.html" target="_blank" rel="noopener noreferrer">
          оферту Payme
        </a>
        .
      </Trans>{' '}
      <strong translate="no">Powered by Payme</strong>
    </>
  );
}
