import { Trans } from '@lingui/react/macro';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import type { ChargedAgain } from './use-charged-again.ts';
import { useRefusalWords } from './use-refusal-words.ts';

interface ChargedAgainWordsProps {
  readonly charged: ChargedAgain;
  readonly currency: string;
}

/** Whom the staff has charged again, how much, and what came of it. */
export function ChargedAgainWords({ charged: { of, outcome }, currency }: ChargedAgainWordsProps) {
  const refusalWords = useRefusalWords();
  const sum = useSumText(currency)(of.nextAmount);
  const { donorName, creatorName } = of;
  if (outcome === 'paid') {
    return (
      <Trans>
        Списали {sum}: {donorName} поддерживает {creatorName}. Подписка теперь среди активных.
      </Trans>
    );
  }
  if (outcome === 'asked') {
    return (
      <Trans>
        Списываем {sum}: {donorName} поддерживает {creatorName}. Ждём ответа платёжной системы.
      </Trans>
    );
  }
  if (outcome === 'late') {
    return (
      <Trans>
        Платёжная система ещё не ответила, списала ли она {sum}: {donorName} поддерживает {creatorName}. Ответ появится
        в списке.
      </Trans>
    );
  }
  const refusal = refusalWords(outcome.refusal);
  return (
    <Trans>
      Не списали {sum}: {donorName} поддерживает {creatorName}. Причина: {refusal}.
    </Trans>
  );
}
