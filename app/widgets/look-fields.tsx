import { useLingui } from '@lingui/react/macro';
import type { AlertLook } from './alert-look.ts';
import classes from './cabinet.module.css';
import { ImageField } from './image-field.tsx';
import { ChoiceField, RangeField, TemplateField } from './settings-fields.tsx';
import { SoundField } from './sound-field.tsx';
import type { SoundDesk } from './use-sound-desk.ts';

interface LookFieldsProps {
  readonly look: AlertLook;
  readonly volume: number;
  readonly desk: SoundDesk;
  readonly error: (field: keyof AlertLook) => string | undefined;
  readonly onChange: (part: Partial<AlertLook>) => void;
}

/** The words that a template may hold, named for people. */
export function useTemplateWords() {
  const { t } = useLingui();
  return [
    { word: '{name}', label: t`имя` },
    { word: '{amount}', label: t`сумма` },
    { word: '{message}', label: t`сообщение` },
  ];
}

/** How one alert looks and sounds: the same fields for all gifts and for a variant. */
export function LookFields({ look, volume, desk, error, onChange }: LookFieldsProps) {
  const { t } = useLingui();
  const animations = [
    { value: 'unroll', label: t`Разворачивается` },
    { value: 'rise', label: t`Взлетает снизу` },
    { value: 'pop', label: t`Выпрыгивает` },
    { value: 'drop', label: t`Падает сверху` },
    { value: 'fade', label: t`Проявляется` },
  ] as const;
  return (
    <>
      <TemplateField
        label={t`Текст`}
        value={look.template}
        words={useTemplateWords()}
        error={error('template')}
        onChange={(template) => onChange({ template })}
      />
      <div className={classes.pair}>
        <ChoiceField
          label={t`Появление`}
          value={look.animation}
          options={animations}
          error={error('animation')}
          onChange={(animation) => onChange({ animation })}
        />
        <RangeField
          label={t`На экране`}
          value={look.duration}
          min={3}
          max={30}
          shown={t`${look.duration} с`}
          error={error('duration')}
          onChange={(duration) => onChange({ duration })}
        />
      </div>
      <SoundField
        {...{ volume, desk }}
        value={look.sound}
        error={error('sound')}
        onChange={(sound) => onChange({ sound })}
      />
      <ImageField value={look.image} error={error('image')} onChange={(image) => onChange({ image })} />
    </>
  );
}
