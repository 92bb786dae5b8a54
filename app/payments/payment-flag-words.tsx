import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useAmountText } from '#base/ui/page/use-sum-text.ts';
import type { PaymentFlag } from './payment-flag.ts';

type PaymentFlagCode = PaymentFlag extends infer Flag ? (Flag extends `${infer Code} ${string}` ? Code : Flag) : never;

/** What a payment system says of a refund or a dispute, in words; its own code where it is not known. */
function useSystemWords(): (code: string) => string {
  const { t } = useLingui();
  const words = new Map([
    ['NotPaid', t`она считает платёж неоплаченным`],
    ['NotFound', t`она не знает этого платежа`],
    ['RefundTooLarge', t`у неё осталось меньше`],
    ['RefundElsewhere', t`вернуть можно только в её кабинете`],
    ['RefundRefused', t`сейчас она не возвращает`],
    ['paid', t`платёж у неё оплачен`],
    ['failed', t`платёж у неё не прошёл`],
    ['expired', t`платёж у неё просрочен`],
    ['created', t`платёж у неё не оплачен`],
    ['needs_response', t`ждёт вашего ответа`],
    ['under_review', t`банк решает`],
    ['won', t`решён в вашу пользу`],
    ['lost', t`решён в пользу плательщика`],
  ]);
  return (code) => words.get(code) ?? code;
}

/** Says to the staff what a `PaymentFlag` stands for. */
export function PaymentFlagWords({ flag }: { readonly flag: string }) {
  const said = useSystemWords();
  const amountText = useAmountText();
  const [code = '', first = '', second = ''] = flag.split(' ');
  const sum = (minorUnits: string) => amountText(Number(minorUnits) / 100);
  const words: Record<PaymentFlagCode, ReactNode> = {
    OtherAmount: (
      <Trans>
        Система назвала другую сумму: {sum(first)}, а не {sum(second)}
      </Trans>
    ),
    OtherReference: <Trans>По системе это оплата чего-то другого</Trans>,
    OtherCurrency: <Trans>Система назвала другую валюту</Trans>,
    OtherRefund: (
      <Trans>
        По системе возвращено {sum(first)}, а не {sum(second)}
      </Trans>
    ),
    RefundOfPaid: (
      <Trans>
        Система вернула {sum(first)} из {sum(second)}, а платёж у неё оплачен
      </Trans>
    ),
    PartOfClosed: <Trans>Часть денег возвращена, а платёж в системе закрыт</Trans>,
    RefundRefused: <Trans>Система отказалась вернуть деньги: {said(first)}</Trans>,
    PartRefused: <Trans>Система отказалась вернуть часть денег: {said(first)}</Trans>,
    RefundStopped: <Trans>Возврат не прошёл за все попытки, ответ системы: {said(first)}</Trans>,
    PartStopped: <Trans>Возврат части не прошёл за все попытки, ответ системы: {said(first)}</Trans>,
    ChargedTwice: <Trans>Click списал деньги дважды</Trans>,
    OnHold: <Trans>Payme держит чек {first}: он не проведён</Trans>,
    Dispute: (
      <Trans>
        Плательщик оспорил платёж, спор {first}: {said(second)}
      </Trans>
    ),
    RefundFailed: <Trans>Возврат {first} не дошёл до плательщика</Trans>,
    RefundCurrency: (
      <Trans>
        Возврат {first} сделан в другой валюте: {second}
      </Trans>
    ),
  };
  return new Map<string, ReactNode>(Object.entries(words)).get(code) ?? flag;
}
