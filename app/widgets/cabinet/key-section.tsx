import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { Section } from '#base/ui/panel/section.tsx';
import classes from './cabinet.module.css';

/** Replaces the key of all addresses of widgets, for creators whose addresses strangers have seen. */
export function KeySection() {
  const [isAsking, setAsking] = useState(false);
  const revalidator = useRevalidator();
  const { isBusy, failure, run } = useAction();
  const [isRotated, setRotated] = useState(false);
  async function rotate() {
    setRotated(false);
    await run(async () => {
      await call('POST Widget/RotateKey', {});
      await revalidator.revalidate();
      setRotated(true);
    });
    setAsking(false);
  }
  return (
    <Section title={<Trans>Ключ виджетов</Trans>} card>
      <p>
        <Trans>Если адрес увидел кто-то чужой, смените ключ.</Trans>
      </p>
      <div className={classes.acts}>
        <ActionButton look="quiet" onClick={() => setAsking(true)}>
          <Trans>Сменить ключ</Trans>
        </ActionButton>
        <span role="status" className={classes.said}>
          {isRotated && <Trans>Ключ новый. Вставьте в OBS новые адреса</Trans>}
        </span>
      </div>
      <FaultLine>{failure?.message}</FaultLine>
      <ConfirmDialog
        isOpen={isAsking}
        isBusy={isBusy}
        title={<Trans>Сменить ключ виджетов?</Trans>}
        act={<Trans>Сменить ключ</Trans>}
        onConfirm={() => rotate()}
        onClose={() => setAsking(false)}
      >
        <Trans>Старые адреса сразу перестанут работать. В OBS нужно будет вставить новые, для всех виджетов.</Trans>
      </ConfirmDialog>
    </Section>
  );
}
