import { Plural, Trans } from '@lingui/react/macro';
import { IconPlayerPause, IconPlayerPlay, IconPlayerSkipForward } from '@tabler/icons-react';
import { ActionButton } from '#base/ui/link-button.tsx';
import classes from './queue.module.css';
import { NotShown, useTestAlert } from './test-alert.tsx';
import type { LiveQueue } from './use-queue.ts';

/** The buttons of a stream: pause, skip, test; what they did is seen below them. */
export function QueueControls({ live }: { readonly live: LiveQueue }) {
  const { queue, isBusy, control } = live;
  const test = useTestAlert();
  return (
    <section className={classes.section}>
      <div className={classes.controls}>
        <ActionButton
          look={queue.isPaused ? 'filled' : 'quiet'}
          disabled={isBusy}
          onClick={() => void control(queue.isPaused ? 'resume' : 'pause')}
        >
          {queue.isPaused ? <IconPlayerPlay size={18} aria-hidden /> : <IconPlayerPause size={18} aria-hidden />}{' '}
          {queue.isPaused ? <Trans>Продолжить</Trans> : <Trans>Пауза</Trans>}
        </ActionButton>
        <ActionButton
          look="quiet"
          disabled={isBusy || (queue.current === null && queue.waiting === 0)}
          onClick={() => void control('skip')}
        >
          <IconPlayerSkipForward size={18} aria-hidden />{' '}
          {queue.current === null ? <Trans>Пропустить все</Trans> : <Trans>Пропустить это</Trans>}
        </ActionButton>
        <ActionButton look="quiet" disabled={test.isBusy} onClick={() => void test.send()}>
          <Trans>Тест</Trans>
        </ActionButton>
      </div>
      <p className={classes.quiet} role="status">
        {queue.isPaused && <Trans>Пауза: новые оповещения ждут.</Trans>}{' '}
        {queue.waiting > 0 ? (
          <Plural
            value={queue.waiting}
            one="В очереди # оповещение."
            few="В очереди # оповещения."
            many="В очереди # оповещений."
            other="В очереди # оповещения."
          />
        ) : (
          <Trans>Очередь пуста.</Trans>
        )}{' '}
        <NotShown sent={test.sent} />
      </p>
      <p className={classes.fault} role="alert">
        {live.fault ?? test.fault}
      </p>
    </section>
  );
}
