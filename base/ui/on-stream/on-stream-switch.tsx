import { Trans } from '@lingui/react/macro';
import { IconEyeOff } from '@tabler/icons-react';
import { Stack } from '#base/ui/layout/parts.tsx';
import { setOnStream, useOnStream } from './on-stream.ts';
import classes from './on-stream-switch.module.css';

/** The switch of the mode «На стриме», shared by all tabs of this browser and stored. */
export function OnStreamSwitch() {
  const isOn = useOnStream();
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      className={classes.switch}
      onClick={() => setOnStream(!isOn)}
    >
      <IconEyeOff size={20} stroke={1.75} aria-hidden />
      <Stack as="span" className={classes.words}>
        <Trans>На стриме</Trans>
        <small>
          {isOn ? <Trans>Личное скрыто</Trans> : <Trans>Скрыть телефоны, адреса, ключи и суммы на счетах</Trans>}
        </small>
      </Stack>
      <span className={classes.track} aria-hidden />
    </button>
  );
}
