import { Trans } from '@lingui/react/macro';

/** Shown when a payment system has given up an attempt at a payment that is still open. */
export function RefusedWords() {
  return (
    <Trans>
      Платёжная система отменила эту попытку. Деньги не списаны; если банк их уже снял, он их вернёт. Можно оплатить ещё
      раз.
    </Trans>
  );
}
