import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlayerPlay, IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import panel from '#base/ui/panel/panel.module.css';
import { Section } from '#base/ui/panel/section.tsx';
import type { OwnSounds } from '../sounds/use-own-sounds.ts';
import { ownSounds } from '../widget-choices.ts';
import classes from './cabinet.module.css';
import { ChoiceField } from './settings-fields.tsx';

interface SoundFieldProps {
  readonly value: string;
  readonly volume: number;
  readonly library: OwnSounds;
  readonly error: string | undefined;
  readonly onChange: (sound: string) => void;
}

/** The sound of an alert, built-in or uploaded, with a button that plays it. */
export function SoundField({ value, volume, library, error, onChange }: SoundFieldProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const builtIn = [
    { value: 'chime', label: t`Колокольчики` },
    { value: 'bell', label: t`Колокол` },
    { value: 'strings', label: t`Струны` },
    { value: 'pop', label: t`Хлопок` },
    { value: 'none', label: t`Без звука` },
  ];
  const own = library.sounds.map(({ name, title }) => ({ value: name, label: title }));

  async function add(file: File | undefined) {
    const name = file === undefined ? null : await library.add(file);
    if (name !== null) onChange(name);
  }

  return (
    <div className={panel.section}>
      <ChoiceField label={t`Звук`} value={value} options={[...builtIn, ...own]} error={error} onChange={onChange} />
      <div className={classes.acts}>
        <ActionButton look="quiet" onClick={() => library.play(value, volume)}>
          <IconPlayerPlay size={18} aria-hidden /> <Trans>Послушать</Trans>
        </ActionButton>
        <ActionButton
          look="quiet"
          disabled={library.isBusy || library.sounds.length >= ownSounds.most}
          onClick={() => input.current?.click()}
        >
          <IconUpload size={18} aria-hidden />{' '}
          {library.isBusy ? <Trans>Готовим звук…</Trans> : <Trans>Свой звук</Trans>}
        </ActionButton>
        <input
          ref={input}
          type="file"
          accept="audio/*"
          aria-label={t`Файл со звуком`}
          hidden
          onChange={({ currentTarget }) => {
            void add(currentTarget.files?.[0]);
            currentTarget.value = '';
          }}
        />
      </div>
      <FaultLine>{library.fault}</FaultLine>
    </div>
  );
}

/** The uploaded sounds, with buttons that play and remove them. */
export function OwnSoundList({ library, volume }: { readonly library: OwnSounds; readonly volume: number }) {
  const { t } = useLingui();
  if (library.sounds.length === 0) return null;
  return (
    <Section title={<Trans>Свои звуки</Trans>} card>
      <Stack as="ul" gap={8}>
        {library.sounds.map(({ name, title, milliseconds }) => {
          const seconds = (milliseconds / 1_000).toFixed(1);
          return (
            <Row key={name} as="li" className={classes.row} gap={12} rowGap={8} align="center" justify="between">
              <span>
                {title} · {t`${seconds} с`}
              </span>
              <ActionButton look="quiet" aria-label={t`Послушать: ${title}`} onClick={() => library.play(name, volume)}>
                <IconPlayerPlay size={18} aria-hidden />
              </ActionButton>
              <ActionButton look="quiet" disabled={library.isBusy} onClick={() => void library.remove(name)}>
                <Trans>Удалить</Trans>
              </ActionButton>
            </Row>
          );
        })}
      </Stack>
    </Section>
  );
}
