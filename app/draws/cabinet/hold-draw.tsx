import { Plural, Trans } from '@lingui/react/macro';
import { Stack } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import watched from '#base/ui/panel/watched.module.css';
import { useSecondsUntil } from '../use-seconds-until.ts';

interface HoldDrawProps {
  readonly holdableAt: string;
  readonly isBusy: boolean;
  readonly onHold: () => void;
}

/** Holds a draw whose time is over, once the last payments are written. */
export function HoldDraw({ holdableAt, isBusy, onHold }: HoldDrawProps) {
  const seconds = useSecondsUntil(holdableAt) ?? 0;
  return (
    <Stack gap={8} align="start" justify="start">
      <ActionButton className={watched.act} disabled={isBusy || seconds > 0} onClick={onHold}>
        <Trans>Провести розыгрыш</Trans>
      </ActionButton>
      <p className={watched.state}>
        {seconds > 0 ? (
          <Plural
            value={seconds}
            one="Можно через # секунду: дописываются последние донаты"
            few="Можно через # секунды: дописываются последние донаты"
            many="Можно через # секунд: дописываются последние донаты"
            other="Можно через # секунды: дописываются последние донаты"
          />
        ) : (
          <Trans>Победителей сразу увидят все</Trans>
        )}
      </p>
    </Stack>
  );
}
