import { useLingui } from '@lingui/react/macro';
import { ImageField } from '#app/images/image-field.tsx';
import type { AlertLook } from '../look/alert-look.ts';
import type { OwnSounds } from '../sounds/use-own-sounds.ts';
import type { OwnSettings, ShownAlert } from '../widget-shapes.ts';
import classes from './cabinet.module.css';
import { ChoiceField, RangeField, TemplateField } from './settings-fields.tsx';
import { SoundField } from './sound-field.tsx';
import { ThemeFields } from './theme-fields.tsx';

interface LookFieldsProps {
  readonly look: AlertLook;
  readonly volume: number;
  readonly library: OwnSounds;
  readonly settings: OwnSettings;
  /** Shown in the samples of the themes. */
  readonly sample: ShownAlert;
  readonly error: (field: keyof AlertLook) => string | undefined;
  readonly onChange: (part: Partial<AlertLook>) => void;
}

/** The placeholders of a template with their labels. */
export function useTemplateWords() {
  const { t } = useLingui();
  return [
    { word: '{name}', label: t`имя` },
    { word: '{amount}', label: t`сумма` },
    { word: '{message}', label: t`сообщение` },
  ];
}

/** The fields for the look and sound of an alert, the same for the default alert and a variant. */
export function LookFields({ look, volume, library, settings, sample, error, onChange }: LookFieldsProps) {
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
      <ThemeFields look={look} settings={settings} sample={sample} onChange={onChange} />
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
        volume={volume}
        library={library}
        value={look.sound}
        error={error('sound')}
        onChange={(sound) => onChange({ sound })}
      />
      <ImageField
        type="Alert"
        label={t`Картинка оповещения`}
        value={look.image}
        error={error('image')}
        onChange={(image) => onChange({ image })}
      />
    </>
  );
}
