import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { downloadFile } from './download-file.ts';

interface TableButtonProps {
  /** The path of a call that answers with a file. */
  readonly path: `${string}/Export`;
  readonly query: Readonly<Record<string, unknown>>;
}

/** Saves the rows of a list as a table for spreadsheets in the visitor's language, all pages of it. */
export function TableButton({ path, query }: TableButtonProps) {
  const { i18n } = useLingui();
  const { isBusy, failure, run } = useAction();
  return (
    <div>
      <ActionButton
        look="quiet"
        disabled={isBusy}
        onClick={() => void run(() => downloadFile({ path, query: { ...query, Language: i18n.locale } }))}
      >
        <IconDownload size={20} stroke={1.75} aria-hidden />
        {isBusy ? <Trans>Собираем таблицу…</Trans> : <Trans>Скачать CSV</Trans>}
      </ActionButton>
      {failure !== null && <ErrorNotice>{failure.message}</ErrorNotice>}
    </div>
  );
}
