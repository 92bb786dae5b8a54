import { Trans, useLingui } from '@lingui/react/macro';
import { downloadFile } from '#app/identity/download-file.ts';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { TextButton } from '#base/ui/page/text-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';

/** Saves the act of a payout as a PDF. */
export function ActButton({ payoutId }: { readonly payoutId: string }) {
  const { i18n } = useLingui();
  const { isBusy, failure, act } = useAction();
  const save = () => downloadFile({ path: 'Receipt/PayoutAct', query: { payoutId, Language: i18n.locale } });
  return (
    <>
      <TextButton disabled={isBusy} onClick={() => void act(save)}>
        <Trans>Скачать акт</Trans>
      </TextButton>
      {failure !== null && <ErrorNotice>{failure.message}</ErrorNotice>}
    </>
  );
}
