import { Trans, useLingui } from '@lingui/react/macro';
import { IconHeartFilled } from '@tabler/icons-react';
import { call } from '#app/call.ts';
import { CopyButton } from '#base/ui/copy/copy-button.tsx';
import { TextButton } from '#base/ui/page/text-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import type { ReceivedDonation } from './received-donation.ts';
import classes from './thank-button.module.css';

interface ThankButtonProps {
  readonly donation: Pick<ReceivedDonation, 'id' | 'name' | 'amount' | 'thankedAt'>;
  readonly currency: string;
}

/** Thanks for a donation, which its donor sees, and then offers the words for the chat of the stream or a channel. */
export function ThankButton({ donation: { id, name, amount, thankedAt }, currency }: ThankButtonProps) {
  const { t } = useLingui();
  const { act, isBusy, isDone, failure } = useAction();
  const sum = useSumText(currency)(amount);
  const words =
    name === null ? t`Спасибо за ${sum}! Это очень помогает.` : t`${name}, спасибо за ${sum}! Это очень помогает.`;

  const thank = () => act(() => call('POST Donate/Thank', { body: { payId: id } }));

  if (thankedAt === null && !isDone) {
    return (
      <>
        <TextButton onClick={() => void thank()} aria-busy={isBusy || undefined}>
          <Trans>Поблагодарить</Trans>
        </TextButton>
        {failure && <small role="alert">{failure.message}</small>}
      </>
    );
  }
  return (
    <>
      <span className={classes.thanked} role="status">
        <IconHeartFilled size={16} aria-hidden />
        <Trans>Вы поблагодарили</Trans>
      </span>
      <CopyButton text={words} done={<Trans>«Спасибо» скопировано: вставьте в чат</Trans>}>
        <Trans>Скопировать «спасибо»</Trans>
      </CopyButton>
    </>
  );
}
