import { useLingui } from '@lingui/react/macro';
import { IconEyeOff } from '@tabler/icons-react';
import { useOnStream } from './on-stream.ts';

/** Says that the mode «На стриме» is on where its switch is out of sight. */
export function OnStreamSign() {
  const { t } = useLingui();
  return useOnStream() ? <IconEyeOff role="img" size={20} stroke={1.75} aria-label={t`Личное скрыто`} /> : null;
}
