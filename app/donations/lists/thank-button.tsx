import { Trans, useLingui } from '@lingui/react/macro';
import { CopyButton } from '#base/ui/copy/copy-button.tsx';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import type { ReceivedDonation } from './received-donation.ts';

interface ThankButtonProps {
  readonly donation: Pick<ReceivedDonation, 'name' | 'amount'>;
  readonly currency: string;
}

/** Copies words of thanks to a donor, for the chat of the stream or a channel. */
export function ThankButton({ donation: { name, amount }, currency }: ThankButtonProps) {
  const { t } = useLingui();
  const sum = useSumText(currency)(amount);
  const words =
    name === null ? t`Спасибо за ${sum}! Это очень помогает.` : t`${name}, спасибо за ${sum}! Это очень помогает.`;
  return (
    <CopyButton text={words} done={<Trans>«Спасибо» скопировано: вставьте в чат</Trans>}>
      <Trans>Поблагодарить</Trans>
    </CopyButton>
  );
}
