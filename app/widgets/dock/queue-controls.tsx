import { Plural, Trans } from '@lingui/react/macro';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { Row, Text } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { NotShown, useTestAlert } from '../cabinet/test-alert.tsx';
import classes from './queue.module.css';
import { SkipAll, SkipCurrent } from './skip-buttons.tsx';
import type { LiveQueue } from './use-queue.ts';

/** The buttons of the queue (pause, skip, test) with their results below. */
export function QueueControls({ live }: { readonly live: LiveQueue }) {
  const { queue, isBusy, control } = live;
  const test = useTestAlert();
  const [left, setLeft] = useState<string | null>(null);
  const isTooSoon = left !== null && left === queue.current?.alertId;
  return (
    <section className={classes.section}>
      <Row className={classes.controls} gap={10} align="center">
        <ActionButton
          look={queue.isPaused ? 'filled' : 'quiet'}
          disabled={isBusy}
          onClick={() => void control(queue.isPaused ? 'resume' : 'pause')}
        >
          {queue.isPaused ? <IconPlayerPlay size={18} aria-hidden /> : <IconPlayerPause size={18} aria-hidden />}{' '}
          {queue.isPaused ? <Trans>Продолжить</Trans> : <Trans>Пауза</Trans>}
        </ActionButton>
        <SkipCurrent live={live} onLeft={setLeft} />
        <SkipAll live={live} />
        <ActionButton look="quiet" disabled={test.isBusy} onClick={() => void test.send()}>
          <Trans>Тест</Trans>
        </ActionButton>
      </Row>
      <Text className={classes.quiet} size={14} dim role="status">
        {isTooSoon && <Trans>Оповещение только что сменилось: нажмите ещё раз, чтобы пропустить новое.</Trans>}{' '}
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
      </Text>
      <p className={classes.fault} role="alert">
        <FailureText>{live.fault ?? test.fault}</FailureText>
      </p>
    </section>
  );
}
