import { Trans, useLingui } from '@lingui/react/macro';
import { downloadFile } from '#app/identity/download-file.ts';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { TextButton } from '#base/ui/page/text-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import type { Payout } from './own-money.ts';

interface ActButtonProps {
  readonly payout: Pick<Payout, 'id' | 'act'>;
}

/** Saves the act of a payout as a PDF; it is named by its number. */
export function ActButton({ payout: { id: payoutId, act: number } }: ActButtonProps) {
  const { i18n } = useLingui();
  const { isBusy, failure, act } = useAction();
  const save = () => downloadFile({ path: 'Receipt/PayoutAct', query: { payoutId, Language: i18n.locale } });
  return (
    <>
      <TextButton disabled={isBusy} onClick={() => void act(save)}>
        {number === null ? <Trans>Скачать акт</Trans> : <Trans>Скачать акт № {number}</Trans>}
      </TextButton>
      {failure !== null && <ErrorNotice>{failure.message}</ErrorNotice>}
    </>
  );
}
