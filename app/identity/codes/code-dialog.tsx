import { useLingui } from '@lingui/react/macro';
import { DialogBox, useModal } from '#base/ui/dialogs/dialog-box.tsx';
import { CodeStep } from './code-step.tsx';
import type { SentCode } from './resend-times.ts';

interface CodeDialogProps {
  /** The phone to which a code was sent, as formatted in the field. */
  readonly phone: string;
  /** Requests another code. */
  readonly onResend: () => Promise<SentCode>;
  /** Submits the code. */
  readonly onCode: (code: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the code of a login over a form that stays filled in. */
export default function CodeDialog({ phone, onResend, onCode, onClose }: CodeDialogProps) {
  const { t } = useLingui();
  const dialog = useModal();
  return (
    <DialogBox ref={dialog} aria-label={t`Подтверждение номера`} onClose={onClose}>
      <CodeStep
        heading="h2"
        kind="phone"
        phone={phone}
        onResend={onResend}
        onCode={onCode}
        onBack={() => dialog.current?.close()}
      />
    </DialogBox>
  );
}
