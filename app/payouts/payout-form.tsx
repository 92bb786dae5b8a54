import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import { isCallFailure } from '#base/errors.ts';
import { ErrorNotice } from '#base/ui/error-notice.tsx';
import { Field } from '#base/ui/field.tsx';
import { focusFirstFault } from '#base/ui/focus-fault.ts';
import { ActionButton } from '#base/ui/link-button.tsx';
import { call } from '../call.ts';
import classes from './balance-screen.module.css';
import { cardMaskOf, isCardNumber } from './card-mask.ts';
import { type KnownCard, knownCards } from './known-cards.ts';
import type { Statement } from './own-money.ts';

interface PayoutFormProps {
  readonly statement: Pick<Statement, 'accountId' | 'balance'>;
  readonly currency: string;
}

/** What is typed as a sum, in main units; NaN where it is none. */
function sumOf(text: string): number {
  const plain = text.replace(/\s/g, '').replace(',', '.');
  return /^\d+(?:\.\d{1,2})?$/.test(plain) ? Number(plain) : Number.NaN;
}

function useRequest({ statement }: Pick<PayoutFormProps, 'statement'>) {
  const { t } = useLingui();
  const revalidator = useRevalidator();
  const intent = useRef({ body: '', key: '' });
  const [isBusy, setBusy] = useState(false);
  const [faults, setFaults] = useState<{ amount?: string; card?: string; all?: string }>({});
  const [isSent, setSent] = useState(false);

  async function send(typed: { amount: string; number: string; card: KnownCard | null }): Promise<boolean> {
    const amount = sumOf(typed.amount);
    const mask = typed.card?.mask ?? (isCardNumber(typed.number) ? cardMaskOf(typed.number) : null);
    const wrongAmount = !(amount > 0)
      ? t`Укажите сумму числом`
      : amount > statement.balance
        ? t`На счёте нет такой суммы`
        : undefined;
    const wrongCard = mask === null ? t`Проверьте номер карты` : undefined;
    setSent(false);
    setFaults({ ...(wrongAmount && { amount: wrongAmount }), ...(wrongCard && { card: wrongCard }) });
    if (wrongAmount || mask === null) return false;
    setBusy(true);
    try {
      const card = { mask, token: typed.card?.token ?? null };
      const body = { accountId: statement.accountId, amount, card };
      // A try after a lost answer is the same request; another sum or card is another one.
      const told = JSON.stringify(body);
      if (intent.current.body !== told) intent.current = { body: told, key: crypto.randomUUID() };
      await call('POST Payout/Request', { body }, { idempotencyKey: intent.current.key });
      intent.current = { body: '', key: '' };
      setSent(true);
      await revalidator.revalidate();
      return true;
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      setFaults({ all: error.message });
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { isBusy, faults, isSent, send };
}

/** Asks for money on a card. Of a card that is typed here, only the first and the last four digits leave this page. */
export function PayoutForm({ statement, currency }: PayoutFormProps) {
  const { t } = useLingui();
  const known = useSyncExternalStore(knownCards.subscribe, knownCards.read, knownCards.readEmpty);
  const [amount, setAmount] = useState('');
  const [number, setNumber] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const { isBusy, faults, isSent, send } = useRequest({ statement });
  const card = known.find(({ token }) => token === chosen) ?? null;

  async function submit(form: HTMLFormElement) {
    if (!(await send({ amount, number, card }))) return focusFirstFault(form);
    setAmount('');
    setNumber('');
  }

  return (
    <form
      className={classes.section}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      <h2>
        <Trans>Вывести на карту</Trans>
      </h2>
      {known.length > 0 && (
        <fieldset className={classes.cards} aria-label={t`Карта для выплаты`}>
          {known.map(({ mask, token }) => (
            <label key={token}>
              <input type="radio" name="card" checked={token === chosen} onChange={() => setChosen(token)} />
              {mask}
            </label>
          ))}
          <label>
            <input type="radio" name="card" checked={card === null} onChange={() => setChosen(null)} />
            <Trans>Другая карта</Trans>
          </label>
        </fieldset>
      )}
      <div className={classes.fields}>
        <Field
          label={t`Сумма, ${currency}`}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          error={faults.amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
        {card === null && (
          <Field
            label={t`Номер карты`}
            name="payout-card"
            inputMode="numeric"
            autoComplete="off"
            maxLength={19}
            value={number}
            error={faults.card}
            hint={t`Мы сохраним только первые и последние 4 цифры, остальное уточнит оператор`}
            onChange={(event) => setNumber(event.currentTarget.value)}
          />
        )}
      </div>
      {faults.all !== undefined && <ErrorNotice>{faults.all}</ErrorNotice>}
      <p className={classes.sent} role="status">
        {isSent && <Trans>Заявка принята: сумма отложена, оператор переведёт её на карту.</Trans>}
      </p>
      <div>
        <ActionButton disabled={isBusy} onClick={(event) => event.currentTarget.form?.requestSubmit()}>
          <Trans>Запросить выплату</Trans>
        </ActionButton>
      </div>
    </form>
  );
}
