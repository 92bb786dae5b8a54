import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
import { Stack, Text } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { Section } from '#base/ui/panel/section.tsx';
import type { ShownAlert } from '../widget-shapes.ts';
import classes from './cabinet.module.css';
import { NotShown, useTestAlert } from './test-alert.tsx';
import { WidgetAddress } from './widget-address.tsx';

interface ObsSectionProps {
  readonly address: string;
  /** The amount and the month of the test alert, so that it looks like the preview. */
  readonly sample: Pick<ShownAlert, 'amount' | 'month'>;
  readonly isUnsaved: boolean;
}

/** The steps to the first alert on the stream: the address, the setup in OBS and a test. */
export function ObsSection({ address, sample, isUnsaved }: ObsSectionProps) {
  const test = useTestAlert(sample);
  return (
    <Section title={<Trans>Подключить к OBS</Trans>} card>
      <WidgetAddress address={address} />
      <Stack as="ol" className={classes.steps} gap={6} size={14}>
        <li>
          <Trans>В OBS: «Источники» › «+» › «Браузер».</Trans>
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
      </Stack>
      <div className={classes.acts}>
        <ActionButton look={isUnsaved ? 'quiet' : 'filled'} disabled={test.isBusy} onClick={() => void test.send()}>
          <Trans>Отправить тестовое оповещение</Trans>
        </ActionButton>
      </div>
      <Text role="status" className={classes.lead} size={14} dim>
        <NotShown sent={test.sent} />
        {test.sent === 'queued' && (
          <Trans>
            Отправлено. Не появилось за пять секунд? Причина видна в <Link to="/profile/queue">очереди</Link>.
          </Trans>
        )}{' '}
        {isUnsaved && <Trans>Тест покажет сохранённые настройки.</Trans>}
      </Text>
      <FaultLine>{test.fault}</FaultLine>
    </Section>
  );
}
