import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { CallAnswer } from '#base/calls/call.ts';
import { Row } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import type { LineFault } from './import-rules.ts';
import classes from './import-screen.module.css';
import { ImportedRow } from './imported-row.tsx';
import type { importsCalls } from './imports.calls.ts';

interface ImportPreviewProps {
  readonly preview: CallAnswer<typeof importsCalls.previewImport>;
  readonly currency: string;
  readonly isBusy: boolean;
  readonly onImport: () => void;
}

/** What a file would add, before it does. */
export function ImportPreview({ preview, currency, isBusy, onImport }: ImportPreviewProps) {
  const { count, known, sums, first } = preview;
  return (
    <div className={classes.preview} role="status">
      <p>
        <b>
          <Plural
            value={count}
            _0="Новых донатов нет"
            one="# новый донат"
            few="# новых доната"
            many="# новых донатов"
            other="# новых доната"
          />
        </b>
        {known > 0 && (
          <>
            {' · '}
            <Trans>уже перенесено: {known}</Trans>
          </>
        )}
      </p>
      <ul className={classes.sums}>
        {sums.map((sum) => (
          <li key={sum.currency ?? ''}>
            <Sum amount={sum.amount} currency={sum.currency ?? currency} />
          </li>
        ))}
      </ul>
      {first.length > 0 && (
        <>
          <h3>
            <Trans>Первые строки</Trans>
          </h3>
          <ul className={classes.list}>
            {first.map((donation) => (
              <ImportedRow key={donation.id} donation={donation} currency={currency} />
            ))}
          </ul>
        </>
      )}
      <Faults preview={preview} />
      {count > 0 && (
        <Row gap={12}>
          <ActionButton disabled={isBusy} onClick={onImport}>
            <Trans>Перенести</Trans>
          </ActionButton>
        </Row>
      )}
    </div>
  );
}

function Faults({ preview: { faults, faultCount } }: Pick<ImportPreviewProps, 'preview'>) {
  const { t } = useLingui();
  const reasons: Readonly<Record<LineFault, string>> = {
    Amount: t`непонятная сумма`,
    Moment: t`непонятная дата`,
    Currency: t`непонятная валюта`,
    Income: t`денег не было`,
  };
  if (faultCount === 0) return null;
  const more = faultCount - faults.length;
  return (
    <details>
      <summary>
        <Trans>Пропустим строк: {faultCount}</Trans>
      </summary>
      <ul className={classes.faults}>
        {faults.map(({ line, reason }) => (
          <li key={line}>
            <Trans>
              Строка {line}: {reasons[reason]}
            </Trans>
          </li>
        ))}
        {more > 0 && (
          <li>
            <Trans>И ещё {more}</Trans>
          </li>
        )}
      </ul>
    </details>
  );
}
