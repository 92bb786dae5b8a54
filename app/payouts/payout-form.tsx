import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { cardMask, isWholeNumber } from '#app/payments/card-number.ts';
import { failures } from '#base/calls/errors.ts';
import { amountMask, readAmount } from '#base/text/amount-text.ts';
import { formMessages } from '#base/text/form-rules.ts';
import { HiddenLegend } from '#base/ui/fields/hidden-legend.tsx';
import { MaskedField } from '#base/ui/fields/masked-field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { useNames } from '#base/ui/page/use-names.ts';
import panel from '#base/ui/panel/panel.module.css';
import { Section } from '#base/ui/panel/section.tsx';
import classes from './balance-screen.module.css';
import { cardMaskOf } from './card-mask.ts';
import { type KnownCard, knownCards } from './known-cards.ts';
import type { Statement } from './own-money.ts';

interface PayoutFormProps {
  readonly statement: Pick<Statement, 'accountId' | 'balance'>;
  /** Working days in which a request is decided; null: nothing is promised. */
  readonly promisedDays: number | null;
  readonly currency: string;
}

/** Checks and sends a request. */
function useRequest({ statement }: Pick<PayoutFormProps, 'statement'>) {
  const { t } = useLingui();
  const revalidator = useRevalidator();
  const intent = useRef({ body: '', key: '' });

  return async (typed: { amount: string; number: string; card: KnownCard | null }) => {
    const amount = readAmount(typed.amount);
    const mask = typed.card?.mask ?? (isWholeNumber(typed.number) ? cardMaskOf(typed.number) : null);
    const fields: { amount?: string; card?: string } = {};
    if (amount === null) fields.amount = t`Заполните поле`;
    else if (Number.isNaN(amount)) fields.amount = t`Укажите сумму числом`;
    else if (amount === 0) fields.amount = formMessages.above(0);
    else if (amount > statement.balance) fields.amount = t`На счёте нет такой суммы`;
    if (mask === null) fields.card = typed.number.trim() === '' ? t`Заполните поле` : t`Проверьте номер карты`;
    if (mask === null || amount === null || fields.amount !== undefined) throw failures.validationFailed({ fields });
    const card = { mask, token: typed.card?.token ?? null };
    const body = { accountId: statement.accountId, amount, card };
    // A retry after a lost answer is the same request and has its key; another sum or card is a new request.
    const sent = JSON.stringify(body);
    if (intent.current.body !== sent) intent.current = { body: sent, key: crypto.randomUUID() };
    await call('POST Payout/Request', { body }, { idempotencyKey: intent.current.key });
    intent.current = { body: '', key: '' };
    await revalidator.revalidate();
  };
}

/** The form to request a payout. Only the first and the last four digits of a typed card number leave the page. */
export function PayoutForm({ statement, promisedDays, currency: label }: PayoutFormProps) {
  const currency = useNames()(label);
  const { t } = useLingui();
  const known = useSyncExternalStore(knownCards.subscribe, knownCards.read, knownCards.readEmpty);
  const [amount, setAmount] = useState('');
  const [number, setNumber] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const send = useRequest({ statement });
  const { isBusy, isDone, failure, fields, act, forget } = useAction();
  const card = known.find(({ token }) => token === chosen) ?? null;

  async function submit() {
    if (!(await act(() => send({ amount, number, card })))) return;
    setAmount('');
    setNumber('');
  }

  const said = (
    <p className={classes.sent} role="status">
      {isDone && <Trans>Заявка принята: сумма отложена, оператор переведёт её на карту.</Trans>}
    </p>
  );
  if (statement.balance <= 0) return <NothingToAskFor balance={statement.balance}>{said}</NothingToAskFor>;
  return (
    <SentForm className={panel.panel} onSend={submit}>
      <h2>
        <Trans>Вывести на карту</Trans>
      </h2>
      {known.length > 0 && <CardChoice known={known} chosen={card} onChoose={setChosen} />}
      <Stack className={classes.fields} gap={16} align="start">
        <MaskedField
          label={t`Сумма, ${currency}`}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          mask={amountMask}
          value={amount}
          error={fields.amount}
          onType={(text) => {
            setAmount(text);
            forget();
          }}
        />
        {card === null && (
          <MaskedField
            label={t`Номер карты`}
            name="payout-card"
            inputMode="numeric"
            autoComplete="off"
            value={number}
            error={fields.card}
            hint={t`Мы храним только первые и последние 4 цифры`}
            mask={cardMask}
            onType={(text) => {
              setNumber(text);
              forget();
            }}
          />
        )}
      </Stack>
      <NextStep isKnown={card !== null} promisedDays={promisedDays} />
      {failure !== null && !('amount' in fields || 'card' in fields) && <ErrorNotice>{failure.message}</ErrorNotice>}
      {said}
      <div>
        <ActionButton isDefault disabled={isBusy}>
          <Trans>Запросить выплату</Trans>
        </ActionButton>
      </div>
    </SentForm>
  );
}

interface NothingToAskForProps {
  readonly balance: number;
  /** What was said about the last request. */
  readonly children: ReactNode;
}

/** Stands for the form while the account has nothing to take. */
function NothingToAskFor({ balance, children }: NothingToAskForProps) {
  return (
    <Section title={<Trans>Вывести на карту</Trans>} card>
      {children}
      <p className={classes.when}>
        {balance < 0 ? (
          <Trans>
            После возвратов счёт в минусе. Новые донаты сначала закроют его, потом деньги можно будет вывести.
          </Trans>
        ) : (
          <Trans>На счёте пока нечего выводить. Придёт донат или заказ, и здесь появится заявка на выплату.</Trans>
        )}
      </p>
    </Section>
  );
}

interface CardChoiceProps {
  readonly known: readonly KnownCard[];
  /** Null: another card, whose number is typed. */
  readonly chosen: KnownCard | null;
  readonly onChoose: (token: string | null) => void;
}

function CardChoice({ known, chosen, onChoose }: CardChoiceProps) {
  const { t } = useLingui();
  return (
    <fieldset className={classes.cards}>
      <HiddenLegend>{t`Карта для выплаты`}</HiddenLegend>
      {known.map(({ mask, token }) => (
        <label key={token}>
          <input type="radio" name="card" checked={token === chosen?.token} onChange={() => onChoose(token)} />
          {mask}
        </label>
      ))}
      <label>
        <input type="radio" name="card" checked={chosen === null} onChange={() => onChoose(null)} />
        <Trans>Другая карта</Trans>
      </label>
    </fieldset>
  );
}

/** What the operator does with the request, and what nobody of the site ever asks. */
function NextStep({ isKnown, promisedDays }: { readonly isKnown: boolean } & Pick<PayoutFormProps, 'promisedDays'>) {
  return (
    <p className={classes.when}>
      {promisedDays !== null && (
        <Plural
          value={promisedDays}
          one="Оператор решает за # рабочий день."
          few="Оператор решает за # рабочих дня."
          many="Оператор решает за # рабочих дней."
          other="Оператор решает за # рабочего дня."
        />
      )}{' '}
      {isKnown ? (
        <Trans>Номер этой карты уже есть у платёжной системы: звонить и уточнять его не будут.</Trans>
      ) : (
        <Trans>
          Деньги переводит человек, и для перевода ему нужен весь номер карты: он позвонит на телефон, с которым вы
          входите, и уточнит его.
        </Trans>
      )}{' '}
      <Trans>
        Срок карты, код с её оборота, ПИН-код и коды из SMS для выплаты не нужны: кто их просит, тот мошенник.
      </Trans>
    </p>
  );
}
