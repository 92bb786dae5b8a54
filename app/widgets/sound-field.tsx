import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlayerPlay, IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { ActionButton } from '#base/ui/link-button.tsx';
import classes from './cabinet.module.css';
import { ChoiceField } from './settings-fields.tsx';
import type { SoundDesk } from './use-sound-desk.ts';
import { ownSounds } from './widget-choices.ts';

interface SoundFieldProps {
  readonly value: string;
  readonly volume: number;
  readonly desk: SoundDesk;
  readonly error: string | undefined;
  readonly onChange: (sound: string) => void;
}

/** The sound of an alert: a built-in or an own one, listened to at once. */
export function SoundField({ value, volume, desk, error, onChange }: SoundFieldProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const builtIn = [
    { value: 'chime', label: t`Колокольчики` },
    { value: 'bell', label: t`Колокол` },
    { value: 'strings', label: t`Струны` },
    { value: 'pop', label: t`Хлопок` },
    { value: 'none', label: t`Без звука` },
  ];
  const own = desk.sounds.map(({ name, title }) => ({ value: name, label: title }));

  async function add(file: File | undefined) {
    const name = file === undefined ? null : await desk.add(file);
    if (name !== null) onChange(name);
  }

  return (
    <div className={classes.section}>
      <ChoiceField label={t`Звук`} value={value} options={[...builtIn, ...own]} error={error} onChange={onChange} />
      <div className={classes.acts}>
        <ActionButton look="quiet" onClick={() => desk.play(value, volume)}>
          <IconPlayerPlay size={18} aria-hidden /> <Trans>Послушать</Trans>
        </ActionButton>
        <ActionButton
          look="quiet"
          disabled={desk.isBusy || desk.sounds.length >= ownSounds.most}
          onClick={() => input.current?.click()}
        >
          <IconUpload size={18} aria-hidden /> {desk.isBusy ? <Trans>Готовим звук…</Trans> : <Trans>Свой звук</Trans>}
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
      <p className={classes.fault} role="alert">
        {desk.fault}
      </p>
    </div>
  );
}

/** The own sounds, each with a way to hear and to remove it. */
export function OwnSoundList({ desk, volume }: { readonly desk: SoundDesk; readonly volume: number }) {
  const { t } = useLingui();
  if (desk.sounds.length === 0) return null;
  return (
    <section className={classes.section}>
      <h2>
        <Trans>Свои звуки</Trans>
      </h2>
      <ul className={classes.list}>
        {desk.sounds.map(({ name, title, milliseconds }) => {
          const seconds = (milliseconds / 1_000).toFixed(1);
          return (
            <li key={name} className={classes.row}>
              <span>
                {title} · {t`${seconds} с`}
              </span>
              <ActionButton look="quiet" aria-label={t`Послушать: ${title}`} onClick={() => desk.play(name, volume)}>
                <IconPlayerPlay size={18} aria-hidden />
              </ActionButton>
              <ActionButton look="quiet" disabled={desk.isBusy} onClick={() => void desk.remove(name)}>
                <Trans>Удалить</Trans>
              </ActionButton>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
