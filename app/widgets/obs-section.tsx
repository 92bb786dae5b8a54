import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { ConfirmDialog } from '#base/ui/confirm-dialog.tsx';
import { ActionButton } from '#base/ui/link-button.tsx';
import { call } from '../call.ts';
import classes from './cabinet.module.css';
import { NotShown, useTestAlert } from './test-alert.tsx';
import { useAct } from './use-act.ts';
import { WidgetAddress } from './widget-address.tsx';

interface ObsSectionProps {
  readonly address: string;
  /** The sum of the test alert, so that it goes the way of what the preview shows. */
  readonly amount: number;
  readonly isUnsaved: boolean;
}

/** From here to the first alert on the stream: the address, what to do with it, and a test. */
export function ObsSection({ address, amount, isUnsaved }: ObsSectionProps) {
  const test = useTestAlert(amount);
  return (
    <section className={classes.card}>
      <h2>
        <Trans>Подключить к OBS</Trans>
      </h2>
      <WidgetAddress address={address} />
      <ol className={classes.steps}>
        <li>
          <Trans>В OBS: «Источники» → «+» → «Браузер».</Trans>
        </li>
        <li>
          <Trans>Вставьте адрес, ширина 1920, высота 1080 (для 4K: 3840 и 2160).</Trans>
        </li>
        <li>
          <Trans>Включите «Управлять аудио через OBS», чтобы зрители слышали звук.</Trans>
        </li>
        <li>
          <Trans>Отправьте тестовое оповещение: оно должно появиться в OBS.</Trans>
        </li>
      </ol>
      <div className={classes.acts}>
        <ActionButton look="quiet" disabled={test.isBusy} onClick={() => void test.send()}>
          <Trans>Отправить тестовое оповещение</Trans>
        </ActionButton>
      </div>
      <p role="status" className={classes.lead}>
        <NotShown sent={test.sent} />
        {test.sent === 'queued' && (
          <Trans>
            Отправлено. Не появилось за пять секунд? Причина видна в <Link to="/profile/queue">очереди</Link>.
          </Trans>
        )}{' '}
        {isUnsaved && <Trans>Тест покажет сохранённые настройки.</Trans>}
      </p>
      <p className={classes.fault} role="alert">
        {test.fault}
      </p>
      <KeyRotation />
    </section>
  );
}

/** A new key for all addresses: for who has shown them to viewers. */
function KeyRotation() {
  const [isAsking, setAsking] = useState(false);
  const revalidator = useRevalidator();
  const rotation = useAct();
  async function rotate() {
    await rotation.run(async () => {
      await call('POST Widget/RotateKey', {});
      await revalidator.revalidate();
    });
    setAsking(false);
  }
  return (
    <>
      <div className={classes.acts}>
        <ActionButton look="quiet" onClick={() => setAsking(true)}>
          <Trans>Сменить ключ</Trans>
        </ActionButton>
        <span role="status" className={classes.said}>
          {rotation.isDone && <Trans>Ключ новый. Вставьте в OBS новые адреса</Trans>}
        </span>
      </div>
      <p className={classes.fault} role="alert">
        {rotation.fault}
      </p>
      <ConfirmDialog
        isOpen={isAsking}
        isBusy={rotation.isBusy}
        title={<Trans>Сменить ключ виджетов?</Trans>}
        act={<Trans>Сменить ключ</Trans>}
        onConfirm={() => void rotate()}
        onClose={() => setAsking(false)}
      >
        <Trans>
          Старые адреса сразу перестанут работать. В OBS нужно будет вставить новые, для всех трёх виджетов.
        </Trans>
      </ConfirmDialog>
    </>
  );
}
