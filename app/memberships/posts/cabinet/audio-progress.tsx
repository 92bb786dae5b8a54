import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Text } from '#base/ui/layout/parts.tsx';
import { usePercentText } from '#base/ui/page/use-percent-text.ts';
import classes from './audio-progress.module.css';
import type { SentAudio } from './use-audio-upload.ts';

const megabyte = 1024 * 1024;

/** `45,6 МБ`, or `120 КБ` for less than one. Browsers have no Uzbek numbers; they are written as in Russian. */
export function useSizeText(): (bytes: number) => string {
  const { t, i18n } = useLingui();
  const number = new Intl.NumberFormat(i18n.locale === 'en' ? 'en' : 'ru', { maximumFractionDigits: 1 });
  return (bytes) => {
    const kilobytes = Math.ceil(bytes / 1024);
    return bytes < megabyte ? t`${kilobytes} КБ` : t`${number.format(bytes / megabyte)} МБ`;
  };
}

/** How much of a file has been sent. */
export function AudioProgress({ sent: { file, part } }: { readonly sent: SentAudio }) {
  const { t } = useLingui();
  const sizeText = useSizeText();
  const done = sizeText(Math.floor(part * file.size));
  const whole = sizeText(file.size);
  const percent = usePercentText()(Math.floor(part * 100));
  return (
    <Stack gap={6} fit>
      <span className={classes.name}>{file.name}</span>
      <progress className={classes.progress} value={part} aria-label={t`Загрузка аудио`} />
      <Text size={14} dim>
        {part < 1 ? (
          <Trans>
            {done} из {whole}, {percent}
          </Trans>
        ) : (
          <Trans>Загружено. Проверяем…</Trans>
        )}
      </Text>
    </Stack>
  );
}
