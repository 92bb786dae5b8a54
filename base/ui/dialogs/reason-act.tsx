import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useRevalidator } from 'react-router';
import { longestReason } from '#base/text/reason-length.ts';
import { ReasonField } from '../fields/reason-field.tsx';
import { TextButton } from '../page/text-button.tsx';
import { useAction } from '../page/use-action.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface ReasonActProps {
  /** The label of both buttons. */
  readonly act: ReactNode;
  readonly title: ReactNode;
  /** The consequences. */
  readonly children: ReactNode;
  readonly onSend: (reason: string) => Promise<unknown>;
}

/** An action of the staff with a reason that the audit trail retains. Then the screen is loaded again. */
export function ReasonAct({ act: label, title, children, onSend }: ReasonActProps) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const { isBusy, failure, fields, act, forget } = useAction();
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');

  const send = async () => {
    if (!(await act(() => onSend(reason)))) return;
    setAsking(false);
    await revalidate();
  };

  // What went wrong before is not said of the next try.
  const ask = (isOpen: boolean) => {
    forget();
    setAsking(isOpen);
  };

  return (
    <>
      <TextButton disabled={isBusy} onClick={() => ask(true)}>
        {label}
      </TextButton>
      <ConfirmDialog
        isOpen={isAsking}
        isBusy={isBusy}
        title={title}
        act={label}
        onConfirm={send}
        onClose={() => ask(false)}
      >
        <p>{children}</p>
        <ReasonField
          label={t`Причина`}
          value={reason}
          maxLength={longestReason}
          error={fields.reason ?? failure?.message}
          onType={setReason}
        />
      </ConfirmDialog>
    </>
  );
}
