import { Trans, useLingui } from '@lingui/react/macro';
import { unitText } from '#base/text/unit-text.ts';

interface AudioMarkProps {
  readonly seconds: number;
}

/** That a post has audio, and how long it is in hours and minutes. */
export function AudioMark({ seconds }: AudioMarkProps) {
  const { i18n } = useLingui();
  const minutes = Math.max(1, Math.round(seconds / 60));
  const hours = Math.floor(minutes / 60);
  const parts = [
    hours > 0 && unitText(hours, 'hour', i18n.locale, 0),
    minutes % 60 > 0 && unitText(minutes % 60, 'minute', i18n.locale, 0),
  ];
  const length = parts.filter(Boolean).join(' ');
  return (
    <span>
      <Trans>Аудио, {length}</Trans>
    </span>
  );
}
